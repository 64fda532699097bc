import { type Bind, type Db, run, type SqlStatement, statement } from '@plumbline/platform/db'
import { ownCustomers, type Visibility } from '../visibility.ts'
import { type DocumentKind, documentKinds, personKinds, type SearchDocument } from './document.ts'
import { textColumn } from './projection.ts'
import type { Reading, Term, Word } from './question.ts'
import { phoneDigits } from './searchText.ts'

/** Where a page ends in the order of what was found. */
export type Place = { rank: number; at: string; id: number }
type Page = { limit: number; after: Place | null; visibility: Visibility }
export type FoundDocument = Pick<SearchDocument, 'kind' | 'id' | 'customerId' | 'facts'> & Place

/** What was found of a kind. */
export type KindMatches = {
  kind: DocumentKind
  /** At most one more than `maxCount`. */
  count: number
  /** One more than the limit when there is another page. */
  documents: FoundDocument[]
}

/** More matches are not counted. */
export const maxCount = 100

/** Answers a reading of a question, for the kinds of which anything was found. */
export async function findDocuments(
  db: Db,
  reading: Reading,
  { kinds, ...page }: Page & { kinds: readonly DocumentKind[] },
): Promise<KindMatches[]> {
  const words = await rarestFirst(db, reading)
  const results = await Promise.all(
    kinds
      .filter((kind) => canMatch(kind, reading))
      .map(async (kind) => {
        const found = kindStatement(kind, reading, words, page)
        const documents = await run<FoundDocument & { count: number }>(db, found)
        return { kind, count: Math.min(documents[0]?.count ?? 0, maxCount + 1), documents }
      }),
  )
  return results.filter(({ count }) => count > 0)
}

/** Whether records of this kind can have these terms at all. */
const canMatch = (kind: DocumentKind, { terms }: Reading): boolean =>
  terms.every(({ type }) => {
    if (type === 'quote') return kind === 'quote'
    return type === 'word' || type === 'id' || kind === 'invoice'
  })

// a word of more records than this is frequent
const maxCounted = 2_000

/** The words of a reading by how many records have them themselves. */
async function rarestFirst(db: Db, { terms }: Reading): Promise<Word[]> {
  const words = terms.filter((term) => term.type === 'word')
  if (words.length < 2) return words
  const counts = words.map((_, i) => {
    const isContained = documentKinds.map((kind) => `${textColumn(kind)} LIKE $${i + 1}`).join(' OR ')
    return `(SELECT count(*) FROM (SELECT FROM search_documents WHERE ${isContained} LIMIT ${maxCounted}) hit)`
  })
  const rows = await run<{ place: number }>(db, {
    text: `SELECT place::int FROM unnest(ARRAY[${counts.join(', ')}]) WITH ORDINALITY counted (hits, place)
      ORDER BY hits, place`,
    values: words.map(({ contains }) => contains),
  })
  return rows.map(({ place }) => words[place - 1] as Word)
}

/** The best and newest matches of a kind. */
function kindStatement(
  kind: DocumentKind,
  reading: Reading,
  words: readonly Word[],
  { limit, after, visibility }: Page,
): SqlStatement {
  return statement((bind) => {
    const isOwn = visibility.of(kind) === 'own' ? `AND ${ownCondition(bind, kind, visibility)}` : ''
    const matches = (from: Place | null) => {
      const select = ({ rank, source }: Match, condition = '') => {
        const isAfter = from?.rank === rank ? `AND (d.at, d.id) < (${bind(from.at)}, ${bind(from.id)})` : ''
        return `(SELECT d.kind, d.id, d.customer_id AS "customerId", d.at, d.facts, ${rank} AS rank
        FROM search_documents d ${source} ${isAfter} ${isOwn} ${condition} ORDER BY d.at DESC, d.id DESC LIMIT ${maxCount + 1})`
      }
      const { best, others } = matchesByRank(bind, kind, reading, words)
      const better = best.filter(({ rank }) => !from || rank >= from.rank).map((match) => select(match))
      if (better.length === 0) return others.map((match) => select(match)).join(' UNION ALL ')
      // where there are enough of the better ones, looking for others could take long and changes nothing
      const isNotEnough = `AND (SELECT count(*) FROM better) <= ${maxCount}`
      return `WITH better AS MATERIALIZED (${better.join(' UNION ALL ')})
      ${['SELECT * FROM better', ...others.map((match) => select(match, isNotEnough))].join(' UNION ALL ')}`
    }
    const count = after ? `(SELECT count(*) FROM (${matches(null)}) counted)` : 'count(*) OVER ()'
    return `SELECT *, ${count}::int AS count FROM (${matches(after)}) hit
    ORDER BY rank, at DESC, id DESC LIMIT ${limit + 1}`
  })
}

/** Whether a record is one of the member's jobs, or belongs to a customer of them. */
function ownCondition(bind: Bind, kind: DocumentKind, { member, now }: Visibility): string {
  if (kind === 'appointment') return `d.assignee_ids @> to_jsonb(${bind(member)}::int)`
  const customer =
    kind === 'customer'
      ? 'd.id'
      : '(SELECT coalesce(merged_into, id) FROM customers WHERE id = d.customer_id)'
  return `${customer} IN (${ownCustomers(bind(member), bind(now))})`
}

/** The customer `c` that each record belongs to today. */
const joinRecord = 'JOIN customers r ON r.id = d.customer_id'
const joinSurvivor = 'JOIN search_documents c ON c.id = coalesce(r.merged_into, r.id)'
const isCustomer = 'c.customer_text IS NOT NULL'
const joinCustomer = `${joinRecord} ${joinSurvivor}`
const leftJoinCustomer = `LEFT ${joinRecord} LEFT ${joinSurvivor} AND ${isCustomer}`

type Match = {
  /** 0 has exactly the number, 1 has a name in which every word begins a word, 2 is all else. */
  rank: number
  /** What follows `FROM search_documents d`. */
  source: string
}

/**
 * What finds every match once. No text is said to be there beside a condition that implies it: the planner would take the
 * record for rarer than it is.
 */
function matchesByRank(
  bind: Bind,
  kind: DocumentKind,
  { terms, exact }: Reading,
  words: readonly Word[],
): { best: Match[]; others: Match[] } {
  const isPerson = (personKinds as readonly string[]).includes(kind)
  const ownText = `d.${textColumn(kind)}`
  const isOfKind = `${ownText} IS NOT NULL`
  const [person, personKind] = isPerson ? ['d', kind] : ['c', 'customer' as const]
  const personText = `${person}.${textColumn(personKind)}`
  const inText = ({ contains }: Word) => `${ownText} LIKE ${bind(contains)}`
  const inPerson = ({ contains, spellings }: Word) => {
    const isContained = `${personText} LIKE ${bind(contains)}`
    if (!spellings) return isContained
    const isSpelled = `string_to_array(${person}.spellings, ' ') && ${bind(spellings)}::text[]`
    return `((${isContained} OR ${isSpelled}) AND ${personText} IS NOT NULL)`
  }
  const inEither = (word: Word) => `(${inText(word)} OR ${inPerson(word)})`

  const numbers = terms.flatMap((term) => (term.type === 'word' ? [] : hasNumber(bind, term)))
  const isExact = exact === null ? null : hasExactly(bind, kind, exact)
  const isNamed = words
    .map(({ begins }) => `${person}.${personKind}_names LIKE ${bind(begins)}`)
    .join(' AND ')
  const match = (rank: number, join: string, conditions: readonly string[]): Match => ({
    rank,
    source: `${isPerson ? '' : join} WHERE ${[...numbers, ...conditions].join(' AND ')}`,
  })
  const notExact = isExact ? [not(isExact)] : []
  const best = [
    ...(isExact ? [match(0, '', [isExact, ...words.map(inText)])] : []),
    ...(isNamed ? [match(1, joinCustomer, [isOfKind, isNamed, ...notExact])] : []),
  ]
  const notBest = [...notExact, ...(isNamed ? [not(isNamed)] : [])]
  const [rarest, ...otherWords] = words
  if (!rarest) return { best, others: [match(2, '', [isOfKind])] }
  if (isPerson) return { best, others: [match(2, '', [...words.map(inPerson), ...notBest])] }
  if (numbers.length > 0)
    return { best, others: [match(2, leftJoinCustomer, [isOfKind, ...words.map(inEither), ...notBest])] }
  // the rarest word is in the record or in its customer, and each has an index
  const rest = [...otherWords.map(inEither), ...notBest]
  return {
    best,
    others: [
      match(2, leftJoinCustomer, [inText(rarest), ...rest]),
      match(2, joinCustomer, [inPerson(rarest), `NOT ${inText(rarest)}`, ...rest]),
    ],
  }
}

// hidden from the planner, which would take the names of customers for rare among those of all kinds
const not = (condition: string) => `CASE WHEN ${condition} THEN false ELSE true END`

const hasNumber = (bind: Bind, term: Exclude<Term, Word>): string => {
  switch (term.type) {
    case 'id':
    case 'quote':
      return `d.id = ${bind(term.id)}`
    case 'invoice':
      return `d.number = ${bind(term.number)}`
    case 'draft':
      return `d.id = ${bind(term.id)} AND d.number IS NULL`
  }
}

const maxNumber = 2_147_483_647

/** The number of a quote or an invoice, or a person's phone; null where nothing can be exact. */
function hasExactly(bind: Bind, kind: DocumentKind, digits: string): string | null {
  if (kind === 'customer' || kind === 'lead') return `d.phone = ${bind(phoneDigits(digits))}`
  if (Number(digits) > maxNumber) return null
  if (kind === 'quote') return `d.id = ${bind(Number(digits))}`
  return kind === 'invoice' ? `d.number = ${bind(Number(digits))}` : null
}
