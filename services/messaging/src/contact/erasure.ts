import type { CustomerEvent, LeadEvent } from '@plumbline/crm/events'
import { type Db, run, sql } from '@plumbline/platform/db'
import { toSmsNumber } from '@plumbline/platform/e164'
import { erased, type Keyring } from '@plumbline/platform/encryption'
import { readStreams } from '@plumbline/platform/event-store'
import { normalizeEmail } from '../customers.ts'
import { contactSubject } from '../events.ts'

/**
 * The data subjects of a person's numbers and addresses: those whose conversation is assigned to them, and those that they
 * ever had and no other customer has. `streams` are the customers and leads that the person is.
 */
export async function contactSubjectsOf(
  db: Db,
  keyring: Keyring,
  streams: readonly string[],
): Promise<string[]> {
  const eventsOf = await readStreams(db, streams, { keyring })
  const events = streams.flatMap((stream) => eventsOf(stream)) as unknown as (CustomerEvent | LeadEvent)[]
  const addresses = events.flatMap(({ data }) => {
    const { phone, email } = data as { phone?: string; email?: string }
    return [
      phone && phone !== erased && toSmsNumber(phone),
      email && email !== erased && normalizeEmail(email),
    ]
  })
  const customerIds = streams.flatMap((stream) => /^customer-(\d+)$/.exec(stream)?.[1] ?? []).map(Number)
  const contacts = await run<{ id: number }>(
    db,
    sql`SELECT id FROM messaging.contacts k WHERE customer_id = ANY(${customerIds})
        OR (customer_id IS NULL AND address = ANY(${addresses.filter(Boolean)}) AND NOT EXISTS (
          SELECT 1 FROM messaging.customers c WHERE c.id <> ALL(${customerIds}) AND c.merged_into IS NULL
            AND (c.sms_number = k.address OR lower(trim(c.email)) = k.address))) ORDER BY id`,
  )
  return contacts.map(({ id }) => contactSubject(id))
}
