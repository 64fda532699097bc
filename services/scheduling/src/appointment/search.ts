import { type Bind, type Db, run } from '@plumbline/platform/db'
import { merged } from '../customers.ts'

// the index knows no shorter ones
const fewestLetters = 3
const mostCustomers = 5_000
// nobody needs to be looked for by the other words as well
const fewCustomers = 100
// what fits more is soon met by walking through the appointments in their order
const mostFound = 2_000
// an index alone tells a customer's appointments and their order
const mostFoundByCustomer = 10_000

/**
 * What must hold of an appointment `a` with its customer `c` to be found. Nearly all have it that `mayHave` lets in; the
 * planner would count them down twice and gather thousands where the first fifty are near.
 */
export const hasWord = (
  word: string,
) => `CASE WHEN a.searched LIKE ${word} OR split_part(c.searched, E'\\n', 1) LIKE ${word}
    OR (a.address IS NULL AND c.searched LIKE ${word}) THEN true ELSE false END`

/** `pattern` null: only these customers can have it. */
type Reach = { pattern: string | null; customerIds: readonly number[] }

const indexed = (pattern: string) => pattern.length >= fewestLetters + 2

/** The words whose customers are few enough to be named, with those customers. */
export async function reachOf(db: Db, patterns: readonly string[]): Promise<Reach[]> {
  // a long word has fewer
  const words = patterns.filter(indexed).sort((a, b) => b.length - a.length)
  const foreign: string[] = []
  for (const pattern of words) if (!(await isOwn(db, pattern))) foreign.push(pattern)
  // what no appointment has itself must all be in one customer, as a name mostly is
  const reached: Reach[] = []
  if (foreign.length > 0) {
    const customerIds = await customersWith(db, foreign)
    if (customerIds.length <= mostCustomers) reached.push({ pattern: null, customerIds })
    if (customerIds.length <= fewCustomers) return reached
  }
  // and each of the others in an appointment or in such a customer
  const shared = reached.length > 0 ? foreign : []
  for (const pattern of words.filter((word) => !shared.includes(word))) {
    const customerIds = await customersWith(db, [...shared, pattern])
    if (customerIds.length <= mostCustomers) reached.push({ pattern, customerIds })
    if (customerIds.length > 0 && customerIds.length <= fewCustomers) break
  }
  return reached
}

/** What must hold of an appointment alone, in words that indexes know: it lets in all that is to be found, and more. */
export const mayHave = (bind: Bind, { pattern, customerIds }: Reach): string => {
  const theirs = `a.customer_id = ANY(${bind(customerIds)}::int[])`
  if (pattern === null) return theirs
  const word = bind(pattern)
  return `(a.searched LIKE ${word} OR ${theirs})`
}

/** The appointments to look through, soonest first, when they are few; null when they are many. */
export async function amongFew(db: Db, reached: readonly Reach[]): Promise<number[] | null> {
  if (reached.length === 0) return null
  const values: unknown[] = []
  const conditions = reached.map((it) => mayHave((one) => `$${values.push(one)}`, it))
  const most = reached.every(({ pattern }) => pattern === null) ? mostFoundByCustomer : mostFound
  const text = `SELECT id FROM (SELECT a.id, a.starts_at FROM appointments a
    WHERE ${conditions.join(' AND ')} LIMIT ${most + 1}) few ORDER BY starts_at, id`
  const found = await run<{ id: number }>(db, { text, values })
  return found.length > most ? null : found.map(({ id }) => id)
}

/** Whether any appointment has a word in its own title or address. */
const isOwn = async (db: Db, pattern: string): Promise<boolean> =>
  (
    await run(db, {
      text: 'SELECT 1 FROM appointments WHERE searched LIKE $1 LIMIT 1',
      values: [pattern],
    })
  ).length > 0

/** Every record, merged ones too, of the customers with all these words in their name or address. */
async function customersWith(db: Db, patterns: readonly string[]): Promise<number[]> {
  const words = patterns.map((_, i) => `searched LIKE $${i + 1}`)
  const found = await run<{ id: number }>(db, {
    text: `WITH RECURSIVE ${merged}, found AS (
        SELECT id FROM customers WHERE merged_into IS NULL AND ${words.join(' AND ')} LIMIT ${mostCustomers + 1})
      SELECT id FROM found UNION ALL SELECT m.id FROM merged m JOIN found ON found.id = m.winner`,
    values: [...patterns],
  })
  return found.map(({ id }) => id)
}
