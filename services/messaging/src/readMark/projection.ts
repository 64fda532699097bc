import { defineProjection, int, timestamptz } from '@plumbline/platform/projections'
import type { ConversationRead } from '../events.ts'

/** Up to which message each record of a customer has been read, by any of the staff. */
export const readMarks = defineProjection<ConversationRead>()({
  name: 'readMarks',
  version: 1,
  columns: { customerId: int, messageId: int, receivedAt: timestamptz },
  key: ({ data }) => data.customerId,
  on: {
    ConversationRead: (_, { data: { customerId, messageId, receivedAt } }) => ({
      customerId,
      messageId,
      receivedAt,
    }),
  },
})
