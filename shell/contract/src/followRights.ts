import type { QueryClient } from '@tanstack/react-query'
import { forgetAnswers } from './call.ts'

// as `rightsQuery` has it, which is no part of the first page
const key = 'rights'

/**
 * Once a member has other rights than before, all is asked for anew: the same version of a record has the same ETag, with its
 * prices and without them.
 */
export function followRights(queryClient: QueryClient): void {
  let before: string | undefined
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryKey[0] !== key || query.state.data === undefined) return
    const rights = JSON.stringify(query.state.data)
    if (before !== undefined && before !== rights) {
      forgetAnswers()
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== key })
    }
    before = rights
  })
}
