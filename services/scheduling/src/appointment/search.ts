import { type Bind, type Db, run } from '@plumbline/platform/db'
import { wordPatterns } from '@plumbline/platform/search'

// a trigram index cannot look up shorter words
const minIndexedLetters = 3
const maxCustomers = 5_000
// so few customers that the other words need no look-up of their own
const fewCustomers = 100
// of more appointments than this a walk in order of time soon meets enough
const maxCandidates = 2_000
// the index on customer and time answers these alone
const maxCandidatesByCustomer = 10_000

/** A word that few customers have. `pattern` null: only these customers can match. */
type SearchTerm = { pattern: string | null; customerIds: readonly number[] }

/** How a search is executed. */
export type SearchPlan = {
  /** The words as patterns for LIKE; an appointment matches when all of them do. */
  patterns: readonly string[]
  terms: readonly SearchTerm[]
  /** All appointments that can match, soonest first; null when they are many. */
  candidateIds: readonly number[] | null
}

/**
 * Every word must be in the title, the address or the customer's name of an appointment `a` with its customer `c`. CASE
 * hides the selectivity from the planner: `prefilterSql` accounts for it already, and estimated twice the planner would
 * gather thousands where the first fifty are near.
 */
export const matchSql = (
  word: string,
) => `CASE WHEN a.searched LIKE ${word} OR split_part(c.search_text, E'\\n', 1) LIKE ${word}
    OR (a.address IS NULL AND c.search_text LIKE ${word}) THEN true ELSE false END`

/** A condition on the appointment alone that indexes answer; it accepts every match, and others. */
export const prefilterSql = (bind: Bind, { pattern, customerIds }: SearchTerm): string => {
  const ofCustomers = `a.customer_id = ANY(${bind(customerIds)}::int[])`
  if (pattern === null) return ofCustomers
  const word = bind(pattern)
  return `(a.searched LIKE ${word} OR ${ofCustomers})`
}

/** Looks up how rare the words of a search are. */
export async function planSearch(db: Db, q = ''): Promise<SearchPlan> {
  const patterns = wordPatterns(q)
  const terms = await findTerms(db, patterns)
  return { patterns, terms, candidateIds: await findCandidates(db, terms) }
}

const isIndexed = (pattern: string) => pattern.length >= minIndexedLetters + '%%'.length

/** The words of few customers, with these customers. */
async function findTerms(db: Db, patterns: readonly string[]): Promise<SearchTerm[]> {
  // long words tend to be rare
  const words = patterns.filter(isIndexed).sort((a, b) => b.length - a.length)
  const customerWords: string[] = []
  for (const pattern of words) if (!(await matchesAppointment(db, pattern))) customerWords.push(pattern)
  // words that no appointment has must all be in one customer, as first and last name are
  const terms: SearchTerm[] = []
  if (customerWords.length > 0) {
    const customerIds = await customersWith(db, customerWords)
    if (customerIds.length <= maxCustomers) terms.push({ pattern: null, customerIds })
    if (customerIds.length <= fewCustomers) return terms
  }
  // each of the others is in the appointment or in such a customer
  const required = terms.length > 0 ? customerWords : []
  for (const pattern of words.filter((word) => !required.includes(word))) {
    const customerIds = await customersWith(db, [...required, pattern])
    if (customerIds.length <= maxCustomers) terms.push({ pattern, customerIds })
    if (customerIds.length > 0 && customerIds.length <= fewCustomers) break
  }
  return terms
}

async function findCandidates(db: Db, terms: readonly SearchTerm[]): Promise<number[] | null> {
  if (terms.length === 0) return null
  const values: unknown[] = []
  const conditions = terms.map((term) => prefilterSql((value) => `$${values.push(value)}`, term))
  const max = terms.every(({ pattern }) => pattern === null) ? maxCandidatesByCustomer : maxCandidates
  const text = `SELECT id FROM (SELECT a.id, a.starts_at FROM appointments a
    WHERE ${conditions.join(' AND ')} LIMIT ${max + 1}) candidate ORDER BY starts_at, id`
  const rows = await run<{ id: number }>(db, { text, values })
  return rows.length > max ? null : rows.map(({ id }) => id)
}

/** Whether any appointment has this word in its own title or address. */
const matchesAppointment = async (db: Db, pattern: string): Promise<boolean> =>
  (
    await run(db, {
      text: 'SELECT 1 FROM appointments WHERE searched LIKE $1 LIMIT 1',
      values: [pattern],
    })
  ).length > 0

/** Every record, merged ones included, of the customers with all these words in name or address. */
async function customersWith(db: Db, patterns: readonly string[]): Promise<number[]> {
  const words = patterns.map((_, i) => `search_text LIKE $${i + 1}`)
  const rows = await run<{ id: number }>(db, {
    text: `WITH matching AS (
        SELECT id FROM customers WHERE merged_into IS NULL AND ${words.join(' AND ')} LIMIT ${maxCustomers + 1})
      SELECT id FROM matching
      UNION ALL SELECT merged.id FROM customers merged JOIN matching ON matching.id = merged.merged_into`,
    values: [...patterns],
  })
  return rows.map(({ id }) => id)
}
