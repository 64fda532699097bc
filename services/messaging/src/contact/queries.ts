import { type Db, first, run } from '@plumbline/platform/db'
import type { AssignedNumber, MessageType, UnknownConversation } from '../api.ts'
import { customers } from '../customers.ts'
import { type ContactRow, contactsTable as table } from './projection.ts'
import { unreadOfContact } from './readMark.ts'

/** Contacts of an address, oldest first: one, unless two releases noted it at the same moment. */
export const contactsByAddress = (db: Db, channel: MessageType, address: string): Promise<ContactRow[]> =>
  run<ContactRow>(db, {
    name: 'contacts-by-address',
    text: `${table.select} WHERE channel = $1 AND address = $2 ORDER BY id`,
    values: [channel, address],
  })

export const contactByAddress = async (
  db: Db,
  channel: MessageType,
  address: string,
): Promise<ContactRow | undefined> => (await contactsByAddress(db, channel, address))[0]

export const contactById = (db: Db, id: number): Promise<ContactRow | undefined> =>
  first<ContactRow>(db, {
    name: 'contact-by-id',
    text: `${table.select} WHERE id = $1`,
    values: [id],
  })

// a contact that is assigned to a customer who was removed is assigned to none
const joinAssignee = customers.join('k.customer_id', 'assignee')

/** The latest message of each number that belongs to no customer, newest first. */
export const unknownConversations = (db: Db): Promise<UnknownConversation[]> =>
  run<UnknownConversation>(db, {
    name: 'unknown-conversations',
    text: `SELECT k.id, k.address AS phone, k.opted_out AS "optedOut", m.content, m.created_at AS "createdAt",
        ${unreadOfContact} AS unread
      FROM contacts k ${joinAssignee} CROSS JOIN LATERAL (
        SELECT id, content, created_at FROM contact_messages WHERE contact_id = k.id
        ORDER BY created_at DESC, id DESC LIMIT 1) m
      WHERE assignee.id IS NULL ORDER BY m.created_at DESC, m.id DESC`,
    values: [],
  })

/** The numbers of these conversations that have not opted out: they wait for a user to say whose they are. */
export const waitingContacts = `SELECT k.id, ${unreadOfContact} AS unread FROM contacts k ${joinAssignee}
  WHERE assignee.id IS NULL AND NOT k.opted_out AND EXISTS (SELECT 1 FROM contact_messages WHERE contact_id = k.id)`

/** Those of these numbers that are assigned to no customer. */
export const unassignedNumbers = (
  db: Db,
  numbers: readonly string[],
): Promise<{ id: number; address: string }[]> =>
  run(db, {
    name: 'unassigned-numbers',
    text: `SELECT k.id, k.address FROM contacts k ${joinAssignee}
      WHERE k.channel = 'sms' AND assignee.id IS NULL AND k.address = ANY($1::text[]) ORDER BY k.id`,
    values: [numbers],
  })

/** Numbers with messages that are assigned to no customer although one has them, with the first such customer. */
export const overdueAssignments = (db: Db): Promise<{ contactId: number; customerId: number }[]> =>
  run(db, {
    name: 'overdue-assignments',
    text: `SELECT k.id AS "contactId", min(c.id) AS "customerId"
      FROM contacts k ${joinAssignee} JOIN customers owner ON owner.sms_number = k.address ${customers.join('owner.id')}
      WHERE k.channel = 'sms' AND assignee.id IS NULL AND c.id IS NOT NULL
        AND EXISTS (SELECT 1 FROM contact_messages m WHERE m.contact_id = k.id) GROUP BY k.id`,
    values: [],
  })

/** Numbers that are assigned to a customer who does not have them, with messages from there. */
export const numbersAssignedTo = (db: Db, customerId: number): Promise<AssignedNumber[]> =>
  run<AssignedNumber>(db, {
    name: 'numbers-assigned-to',
    text: `SELECT k.id, k.address AS phone FROM contacts k
      WHERE k.channel = 'sms' AND k.customer_id = ANY(${customers.recordIds('$1::integer')})
        AND EXISTS (SELECT 1 FROM contact_messages m WHERE m.contact_id = k.id)
        AND NOT EXISTS (SELECT 1 FROM customers owner
          WHERE owner.sms_number = k.address AND owner.id = ANY(${customers.recordIds('$1::integer')}))
      ORDER BY k.id`,
    values: [customerId],
  })
