import { type Db, run, sql } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { defineProjection, tableFor } from '@plumbline/platform/projections'
import type { MessageType } from '../api.ts'
import type { ContactEvent } from '../events.ts'

export type ContactRow = {
  id: number
  channel: string
  /** The number as E.164 where it can be dialled, or the e-mail address in lower case. */
  address: string
  optedOut: boolean
  /** Whose conversation its messages went to. */
  customerId: number | null
}

/** Numbers and addresses that wrote to us or opted out, whether a customer has them or not. */
export const contacts = defineProjection<ContactEvent, ContactRow>({
  name: 'contacts',
  version: 1,
  columns: { id: 'integer', channel: 'text', address: 'text', optedOut: 'boolean', customerId: 'integer?' },
  indexes: ['(channel, address)'],
  types: ['ContactNoted', 'ContactConsentChanged', 'ContactAssigned'],
  partitionBy: 'stream',
  keys: (event) => [event.data.contactId],
  evolve: (row, { type, data }) => {
    switch (type) {
      case 'ContactNoted':
        // an erased contact matches no address: the next message from there begins a new one
        return data.address === erased
          ? null
          : {
              ...{ id: data.contactId, channel: data.channel, address: data.address },
              ...{ optedOut: false, customerId: null },
            }
      case 'ContactConsentChanged':
        return row && { ...row, optedOut: data.optedOut }
      case 'ContactAssigned':
        return row && { ...row, customerId: data.customerId }
    }
  },
})

const table = tableFor(contacts)

export const contactByAddress = async (
  db: Db,
  channel: MessageType,
  address: string,
): Promise<ContactRow | undefined> =>
  (
    await run<ContactRow>(db, {
      name: 'contact-by-address',
      text: `${table.select} WHERE channel = $1 AND address = $2 ORDER BY id LIMIT 1`,
      values: [channel, address],
    })
  )[0]

export const contactById = async (db: Db, id: number): Promise<ContactRow | undefined> =>
  (
    await run<ContactRow>(db, {
      name: 'contact-by-id',
      text: `${table.select} WHERE id = $1`,
      values: [id],
    })
  )[0]

/** Numbers that no customer's conversation has, among these. */
export const unassignedNumbers = (db: Db, numbers: readonly string[]): Promise<ContactRow[]> =>
  run<ContactRow>(db, {
    name: 'unassigned-numbers',
    text: `${table.select} WHERE channel = 'sms' AND customer_id IS NULL AND address = ANY($1::text[]) ORDER BY id`,
    values: [numbers],
  })

/** Numbers that no customer's conversation has although a customer has the number, and the first such customer. */
export const overdueAssignments = (db: Db): Promise<{ contactId: number; customerId: number }[]> =>
  run(
    db,
    sql`SELECT k.id AS "contactId", min(c.id) AS "customerId"
        FROM contacts k JOIN customers c ON c.dialable = k.address AND c.merged_into IS NULL
        WHERE k.channel = 'sms' AND k.customer_id IS NULL
          AND EXISTS (SELECT 1 FROM contact_messages m WHERE m.contact_id = k.id) GROUP BY k.id`,
  )

/** Customers who opted out before numbers and addresses were noted for themselves. */
export const optOutsWithoutContact = (db: Db): Promise<{ channel: MessageType; address: string }[]> =>
  run(
    db,
    sql`SELECT DISTINCT channel, address FROM (
          SELECT 'sms' AS channel, c.dialable AS address FROM consents n JOIN customers c ON c.id = n.customer_id
          WHERE n.sms_opted_out AND c.dialable IS NOT NULL
          UNION ALL SELECT 'email', lower(trim(c.email)) FROM consents n JOIN customers c ON c.id = n.customer_id
          WHERE n.email_opted_out AND c.email LIKE '%_@_%') o
        WHERE NOT EXISTS (SELECT 1 FROM contacts k WHERE k.channel = o.channel AND k.address = o.address)`,
  )
