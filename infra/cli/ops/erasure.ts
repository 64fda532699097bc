import { customerSubject, leadSubject } from '@plumbline/crm/events'
import { personRecords } from '@plumbline/crm/service'
import { contactSubject } from '@plumbline/messaging/events'
import { contactSubjectsOf } from '@plumbline/messaging/service'
import { type Pool, run, sql } from '@plumbline/platform/db'
import { type Erased, eraseSubjects, type Keyring } from '@plumbline/platform/encryption'
import { redactStoredAnswers } from '@plumbline/platform/http'
import { rebuildTargets } from '../../processes/stores/rebuildTargets.ts'

/** `contact`: a number or an address without a customer, by the id of its conversation. */
export type Person = { kind: 'lead' | 'customer' | 'contact'; id: number }

/** The subjects whose data keys encrypt a person's fields. Throws when there is no such person. */
export async function subjectsOf(pool: Pool, keyring: Keyring, person: Person): Promise<string[]> {
  const { kind, id } = person
  const subject = { lead: leadSubject, customer: customerSubject, contact: contactSubject }[kind](id)
  const [stored] = await run(pool, sql`SELECT 1 FROM es.subject_keys WHERE subject = ${subject}`)
  if (!stored) throw new Error(`There is no ${kind} ${id}.`)
  if (kind === 'contact') return [subject]
  const records = kind === 'lead' ? [subject] : [subject, ...(await customerSubjects(pool, id))]
  const contacts = await contactSubjectsOf(pool, keyring, records)
  return [...new Set([...records, ...contacts, ...(await alreadyErased(pool, person))])]
}

/** All records of the customer, merged ones included, and the leads that became one of them. */
async function customerSubjects(pool: Pool, id: number): Promise<string[]> {
  const { customerIds, leadIds } = await personRecords(pool, id)
  return [...customerIds.map(customerSubject), ...leadIds.map(leadSubject)]
}

/** What an erasure that broke off had found: without the keys the person's numbers and addresses cannot be read again. */
async function alreadyErased(pool: Pool, person: Person): Promise<string[]> {
  const erasures = await run<{ subject: string }>(
    pool,
    sql`SELECT data->>'subject' AS subject FROM es.events
        WHERE type = 'PersonErased' AND metadata->>'requestId' = ${requestIdOf(person)} ORDER BY position`,
  )
  return erasures.map(({ subject }) => subject)
}

const requestIdOf = ({ kind, id }: Person) => `erase ${kind} ${id}`

export type ErasedPerson = Erased & { subjects: string[] }

/**
 * Erases a person everywhere: in the log, the read models, the messages and the stored answers. May be repeated: what a
 * first attempt left undone is done.
 */
export async function erasePerson(
  pool: Pool,
  keyring: Keyring,
  person: Person,
  now = new Date(),
): Promise<ErasedPerson> {
  const subjects = await subjectsOf(pool, keyring, person)
  const metadata = { actor: 'operator', requestId: requestIdOf(person) }
  const erased = await eraseSubjects(subjects, { pool, keyring, targets: rebuildTargets, metadata, now })
  const answers = await run<{ schema: string }>(
    pool,
    sql`SELECT schemaname AS schema FROM pg_tables WHERE tablename = 'idempotency'`,
  )
  for (const { schema } of answers) {
    await redactStoredAnswers(pool, schema)
    await pool.query(`VACUUM ${schema}.idempotency`)
  }
  return { ...erased, subjects }
}
