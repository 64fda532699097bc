import type { Business } from '@plumbline/business/api'
import { useAction } from '@plumbline/contract/action'
import { useSaved } from './businessCalls.ts'

type Change<Item> = { items: Item[]; before: readonly Item[]; success: string }

/** Sends a list that was changed, shows it until the answer, and takes it back when it is undone. */
export function useListChange<Item>(
  stored: readonly Item[],
  etag: string,
  send: (items: Item[], ifMatch: string) => Promise<{ value: Business; etag: string }>,
) {
  const saved = useSaved()
  const changing = useAction(({ items }: Change<Item>) => send(items, etag), {
    undo: async (answer, { before }) => saved.onDone(await send([...before], answer.etag)),
    ...saved,
    success: (_, { success }) => success,
  })
  return {
    items: changing.input?.items ?? stored,
    pending: changing.pending,
    change: (items: Item[], success: string) => changing.run({ items, before: stored, success }),
  }
}
