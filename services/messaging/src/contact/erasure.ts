import type { CustomerEvent, LeadEvent } from '@plumbline/crm/events'
import { type Db, type Pool, run, sql } from '@plumbline/platform/db'
import { erased, type Keyring } from '@plumbline/platform/encryption'
import { readStreams } from '@plumbline/platform/event-store'
import type { JobQueue } from '@plumbline/platform/jobs'
import { contactSubject } from '../events.ts'
import { dialable } from '../phone.ts'
import { emailAddress } from './commands.ts'

/**
 * Under which names the numbers and addresses of a person are sealed: those whose conversation is theirs, and those that
 * they ever had and that no other customer has.
 */
export async function contactSubjectsOf(
  db: Db,
  keyring: Keyring,
  streams: readonly string[],
): Promise<string[]> {
  const histories = await readStreams(db, streams, { keyring })
  const events = streams.flatMap((it) => histories(it)) as unknown as (CustomerEvent | LeadEvent)[]
  const addresses = events.flatMap(({ data }) => {
    const { phone, email } = data as { phone?: string; email?: string }
    return [phone && phone !== erased && dialable(phone), email && email !== erased && emailAddress(email)]
  })
  const customers = streams.flatMap((it) => /^customer-(\d+)$/.exec(it)?.[1] ?? []).map(Number)
  const contacts = await run<{ id: number }>(
    db,
    sql`SELECT id FROM messaging.contacts k WHERE customer_id = ANY(${customers})
        OR (customer_id IS NULL AND address = ANY(${addresses.filter(Boolean)}) AND NOT EXISTS (
          SELECT 1 FROM messaging.customers c WHERE c.id <> ALL(${customers}) AND c.merged_into IS NULL
            AND (c.dialable = k.address OR lower(trim(c.email)) = k.address))) ORDER BY id`,
  )
  return contacts.map(({ id }) => contactSubject(id))
}

/** Takes the deliveries of these people out of the queue's history, and what was noted of their failures. */
export async function forgetDeliveries(
  pool: Pool,
  queue: Pick<JobQueue<unknown>, 'forget'>,
  subjects: readonly string[],
): Promise<void> {
  const rows = await run<{ id: string }>(
    pool,
    sql`UPDATE messaging.deliveries SET last_error = NULL WHERE about = ANY(${subjects}::text[]) RETURNING id`,
  )
  await queue.forget(rows.map(({ id }) => id))
}
