import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { invalidateChanged } from '../../../shell/contract/src/push.ts'
import { conversationQuery } from './queries.ts'

it.each(['message', 'customer', 'consent', 'contact', 'invoice', 'appointment', 'reminder', 'messaging'])(
  'a change of "%s" makes a conversation old: it decides whether what waits there will be sent',
  (kind) => {
    const queryClient = new QueryClient()
    const { queryKey, meta } = conversationQuery(1)
    const query = queryClient.getQueryCache().build(queryClient, { queryKey, meta })
    query.setData([])
    invalidateChanged(queryClient, { [kind]: ['1'] })
    expect(query.state.isInvalidated).toBe(true)
  },
)
