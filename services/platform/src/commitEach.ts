import { isUnavailable } from './errors.ts'
import { type CommandContext, type CommandOrigin, commit, type EventStore } from './event-store/index.ts'

/**
 * Commits each item in a transaction of its own, as timers do. One that fails stops none of the others; the first such
 * error is thrown when all are done. An unavailable store ends it at once.
 */
export async function commitEach<Item>(
  store: EventStore,
  origin: CommandOrigin,
  items: Iterable<Item>,
  work: (ctx: CommandContext, item: Item) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = []
  for (const item of items)
    try {
      await commit(store, origin, (ctx) => work(ctx, item))
    } catch (error) {
      if (isUnavailable(error)) throw error
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}
