import { useAction } from '@plumbline/contract/action'
import { businessQuery } from './businessCalls.ts'

type Change<Item> = { items: readonly Item[]; before: readonly Item[]; success: string }

/** Sends a list that was changed, shows it until the answer, and takes it back when it is undone. */
export function useListChange<Item>(
  stored: readonly Item[],
  etag: string,
  send: (items: readonly Item[], ifMatch: string) => Promise<{ etag: string }>,
) {
  const changing = useAction(({ items }: Change<Item>) => send(items, etag), {
    undo: (answer, { before }) => send(before, answer.etag),
    refetch: [businessQuery().queryKey],
    success: (_, { success }) => success,
    failure: 'Failed to save the settings. Please try again.',
  })
  return {
    items: changing.input?.items ?? stored,
    pending: changing.pending,
    change: (items: readonly Item[], success: string) => changing.run({ items, before: stored, success }),
  }
}
