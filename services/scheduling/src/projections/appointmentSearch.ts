import { type Db, run } from '@plumbline/platform/db'
import { merged } from './customers.ts'

const mostWords = 10
// the index knows no shorter ones
const fewestLetters = 3
const mostCustomers = 5_000
// nobody needs to be looked for by the other words as well
const fewCustomers = 100
// what fits more is soon met by walking through the appointments in their order
const mostFound = 2_000

/** The words of a text as parts of others, for ILIKE. */
export const patternsOf = (query: string): string[] =>
  query
    .trim()
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)

type Value = (it: unknown) => string

/** What must hold of an appointment `a` with its customer `c` to be found. */
export const hasWord = (word: string) =>
  `(a.title ILIKE ${word} OR c.name ILIKE ${word} OR coalesce(a.address, c.address) ILIKE ${word})`

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
  if (foreign.length > 0) {
    const customerIds = await customersWith(db, foreign)
    if (customerIds.length <= mostCustomers) return [{ pattern: null, customerIds }]
  }
  const reached: Reach[] = []
  for (const pattern of words) {
    const customerIds = await customersWith(db, [pattern])
    if (customerIds.length <= mostCustomers) reached.push({ pattern, customerIds })
    if (customerIds.length > 0 && customerIds.length <= fewCustomers) break
  }
  return reached
}

/** What must hold of an appointment alone, in words that indexes know: it lets in all that is to be found, and more. */
export const mayHave = (value: Value, { pattern, customerIds }: Reach): string => {
  const theirs = `a.customer_id = ANY(${value(customerIds)}::int[])`
  if (pattern === null) return theirs
  const word = value(pattern)
  return `(a.title ILIKE ${word} OR a.address ILIKE ${word} OR ${theirs})`
}

/** The appointments to look through, when they are few; null when they are many. */
export async function amongFew(db: Db, reached: readonly Reach[]): Promise<number[] | null> {
  if (reached.length === 0) return null
  const values: unknown[] = []
  const conditions = reached.map((it) => mayHave((one) => `$${values.push(one)}`, it))
  const text = `SELECT a.id FROM appointments a WHERE ${conditions.join(' AND ')} LIMIT ${mostFound + 1}`
  const found = await run<{ id: number }>(db, { text, values })
  return found.length > mostFound ? null : found.map(({ id }) => id)
}

/** Whether any appointment has a word in its own title or address. */
const isOwn = async (db: Db, pattern: string): Promise<boolean> =>
  (
    await run(db, {
      text: 'SELECT 1 FROM appointments WHERE title ILIKE $1 OR address ILIKE $1 LIMIT 1',
      values: [pattern],
    })
  ).length > 0

/** Every record, merged ones too, of the customers with all these words in their name or address. */
async function customersWith(db: Db, patterns: readonly string[]): Promise<number[]> {
  const words = patterns.map((_, i) => `(name ILIKE $${i + 1} OR address ILIKE $${i + 1})`)
  const found = await run<{ id: number }>(db, {
    text: `WITH RECURSIVE ${merged}, found AS (
        SELECT id FROM customers WHERE merged_into IS NULL AND ${words.join(' AND ')} LIMIT ${mostCustomers + 1})
      SELECT id FROM found UNION ALL SELECT m.id FROM merged m JOIN found ON found.id = m.winner`,
    values: [...patterns],
  })
  return found.map(({ id }) => id)
}
