import { customerSubject, leadSubject } from '@plumbline/crm/events'
import { contactSubject } from '@plumbline/messaging/events'
import { contactSubjectsOf } from '@plumbline/messaging/service'
import { type Pool, run, sql } from '@plumbline/platform/db'
import { type Erased, eraseSubjects, type Keyring } from '@plumbline/platform/encryption'
import { redactStoredAnswers } from '@plumbline/platform/http'
import { rebuildTargets } from './projections.ts'

/** `contact`: a number or an address that is no customer's, by the number of its conversation. */
export type Person = { kind: 'lead' | 'customer' | 'contact'; id: number }

/** Under which names a person's fields are sealed. Throws when nobody is known by that number. */
export async function subjectsOf(pool: Pool, keyring: Keyring, { kind, id }: Person): Promise<string[]> {
  const subject = { lead: leadSubject, customer: customerSubject, contact: contactSubject }[kind](id)
  const [known] = await run(pool, sql`SELECT 1 FROM es.subject_keys WHERE subject = ${subject}`)
  if (!known) throw new Error(`There is no ${kind} ${id}.`)
  if (kind === 'contact') return [subject]
  const records = kind === 'lead' ? [subject] : [...new Set([subject, ...(await sameCustomer(pool, id))])]
  return [...records, ...(await contactSubjectsOf(pool, keyring, records))]
}

/** Whoever was merged with this customer, either way, and the leads that became any of them. */
async function sameCustomer(pool: Pool, id: number): Promise<string[]> {
  const customers = await run<{ id: number }>(
    pool,
    sql`WITH RECURSIVE up AS (
          SELECT id, merged_into FROM crm.customers WHERE id = ${id}
          UNION SELECT c.id, c.merged_into FROM crm.customers c JOIN up ON c.id = up.merged_into),
        same AS (
          SELECT id FROM up
          UNION SELECT c.id FROM crm.customers c JOIN same ON c.merged_into = same.id)
        SELECT id FROM same ORDER BY id`,
  )
  const ids = customers.map((it) => it.id)
  const leads = await run<{ id: number }>(
    pool,
    sql`SELECT id FROM crm.leads WHERE customer_id = ANY(${ids}) ORDER BY id`,
  )
  return [...ids.map(customerSubject), ...leads.map((it) => leadSubject(it.id))]
}

/** Makes a person unreadable everywhere: in the log, the read models, the messages and the answers that were kept. */
export async function erasePerson(
  pool: Pool,
  keyring: Keyring,
  person: Person,
  now = new Date(),
): Promise<Erased> {
  const subjects = await subjectsOf(pool, keyring, person)
  const metadata = { actor: 'operator', requestId: `erase ${person.kind} ${person.id}` }
  const erased = await eraseSubjects(subjects, { pool, keyring, targets: rebuildTargets, metadata, now })
  const answers = await run<{ schema: string }>(
    pool,
    sql`SELECT schemaname AS schema FROM pg_tables WHERE tablename = 'idempotency'`,
  )
  for (const { schema } of answers) {
    await redactStoredAnswers(pool, schema)
    await pool.query(`VACUUM ${schema}.idempotency`)
  }
  return erased
}
