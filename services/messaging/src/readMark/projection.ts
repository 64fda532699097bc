import { defineProjection } from '@plumbline/platform/projections'
import type { ConversationRead } from '../events.ts'

type ReadMarkRow = { customerId: number; messageId: number; receivedAt: string }

/** Up to which message each record of a customer has been read, by any of the staff. */
export const readMarks = defineProjection<ConversationRead, ReadMarkRow>({
  name: 'readMarks',
  version: 1,
  columns: { customerId: 'integer', messageId: 'integer', receivedAt: 'timestamptz' },
  types: ['ConversationRead'],
  partitionBy: 'stream',
  keys: (event) => [event.data.customerId],
  evolve: (_row, { data: { customerId, messageId, receivedAt } }) => ({ customerId, messageId, receivedAt }),
})
