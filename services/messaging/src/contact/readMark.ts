import { type Db, run } from '@plumbline/platform/db'
import { type Aggregate, type CommandContext, type Decider, execute } from '@plumbline/platform/event-store'
import { defineProjection, int, timestamptz } from '@plumbline/platform/projections'
import type { ContactRead } from '../events.ts'
import { isAfter, type ReadMark } from '../readMark/decider.ts'

type ReadContact = { type: 'ReadContact'; upTo: ReadMark }

/** Like the mark of a customer's conversation, it only moves forward. */
const decider: Decider<ReadMark | null, ReadContact, ContactRead> = {
  initialState: () => null,
  decide: ({ upTo }, mark, { id: contactId, now }) =>
    mark && !isAfter(upTo, mark) ? [] : [{ type: 'ContactRead', data: { contactId, ...upTo, readAt: now } }],
  evolve: (_mark, { data: { messageId, receivedAt } }) => ({ messageId, receivedAt }),
}

const contactRead: Aggregate<ReadMark | null, ReadContact, ContactRead, never> = {
  name: 'contact-read',
  decider,
}

/** Up to which message the conversation of a number has been read, by any of the staff. */
export const contactReadMarks = defineProjection<ContactRead>()({
  name: 'contactReadMarks',
  version: 1,
  columns: { contactId: int, messageId: int, receivedAt: timestamptz },
  key: ({ data }) => data.contactId,
  on: {
    ContactRead: (_, { data: { contactId, messageId, receivedAt } }) => ({
      contactId,
      messageId,
      receivedAt,
    }),
  },
})

/** Those of a contact `k` that no member of staff has read; none of a number that opted out, which needs no answer. */
export const unreadOfContact = `(SELECT count(*)::integer FROM contact_messages
    LEFT JOIN contact_read_marks mark USING (contact_id)
    WHERE contact_id = k.id AND NOT k.opted_out
      AND (created_at, id) > (coalesce(mark.received_at, '-infinity'), coalesce(mark.message_id, 0)))`

/** Staff have read the conversation of a number up to a message of it. */
export async function readContact(ctx: CommandContext, contactId: number, messageId: number): Promise<void> {
  const [upTo] = await newestUpTo(ctx.db, contactId, messageId)
  if (upTo) await execute(ctx, contactRead, contactId, { type: 'ReadContact', upTo })
}

const newestUpTo = (db: Db, contactId: number, messageId: number): Promise<ReadMark[]> =>
  run<ReadMark>(db, {
    name: 'contact-message-to-read',
    text: `SELECT id AS "messageId", created_at AS "receivedAt" FROM contact_messages WHERE contact_id = $1 AND id = $2`,
    values: [contactId, messageId],
  })
