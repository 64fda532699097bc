import { type Bind, type Db, run } from '@plumbline/platform/db'
import { customersNamed, customersWith, findCustomers, isComplete, rarestFirst } from './customersOfWords.ts'
import type { DocumentKind, SearchDocument } from './document.ts'
import {
  anyInText,
  canMatch,
  customerJoin,
  exactMatch,
  hasNumbers,
  inText,
  isPerson,
  type Matching,
  matches,
  nameMatch,
  ofCustomers,
  personHas,
  personHasAll,
  type Rank,
  rankOf,
  ranks,
  wordsOf,
} from './matching.ts'
import type { Reading } from './question.ts'
import { newest, type Place, probeSize, statement } from './statements.ts'

type Page = { limit: number; after: Place | null }
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

// one in fifty: a walk through the newest meets and counts enough sooner than an index gathers all
const manyHits = 6
// so few are enough where the walk has to meet a page only, and so are the records of so many customers
const someHits = 2
const someCustomerCount = 300
// the walk that these shares promise to be shorter; when it is not, the index answers
const maxWalked = 10_000
const maxCandidates = 20_000

/** Answers a reading of a question, for the kinds of which anything was found. */
export async function findDocuments(
  db: Db,
  reading: Reading,
  { kinds, ...page }: Page & { kinds: readonly DocumentKind[] },
): Promise<KindMatches[]> {
  const searchedKinds = kinds.filter((kind) => canMatch(kind, reading))
  const isNumber = reading.terms.some(({ type }) => type !== 'word')
  // a number says enough about the records of customers
  const matching =
    isNumber || searchedKinds.every(isPerson)
      ? { reading, customersOfWords: null, someCustomers: '{}' }
      : { reading, ...(await findCustomers(db, wordsOf(reading))) }
  const hitsOf = await probe(db, matching, searchedKinds)
  const results = await Promise.all(
    searchedKinds.map(async (kind) => {
      const search = { db, kind, matching, hits: hitsOf.get(kind) ?? noHits }
      return (await findByWalk(search, page)) ?? findByIndex(search, page)
    }),
  )
  return results.filter(({ count }) => count > 0)
}

/** How many of the newest documents of a kind match with each rank, and how many have each word themselves. */
type Hits = { ranks: readonly number[]; words: readonly number[] }
const noHits: Hits = { ranks: [], words: [] }

/** One kind of records that is searched. */
type Search = { db: Db; kind: DocumentKind; matching: Matching; hits: Hits }

async function probe(db: Db, matching: Matching, kinds: readonly DocumentKind[]): Promise<Map<string, Hits>> {
  const words = wordsOf(matching.reading)
  // a number is rare
  if (words.length < matching.reading.terms.length) return new Map()
  const rows = await run<Hits & { kind: string }>(
    db,
    statement((bind) => {
      const hits = kinds.map((kind) => {
        const has = words.map(
          (word, i) => `${isPerson(kind) ? personHas(bind, 'd', word) : inText(bind, word)} AS word_${i}`,
        )
        // OFFSET 0: long lists of ids are hashed only where a select is planned by itself
        return `(SELECT '${kind}' AS kind, ${has.join(', ')},
            CASE WHEN ${matches(bind, kind, matching)} THEN ${rankOf(bind, kind, matching)} END AS rank
          FROM ${newest(bind, kind, probeSize)} ${customerJoin(bind, kind, matching)} OFFSET 0)`
      })
      const ofRank = ranks.map((rank) => `count(*) FILTER (WHERE rank = ${rank})::int`)
      const ofWord = words.map((_, i) => `count(*) FILTER (WHERE word_${i})::int`)
      return `SELECT kind, ARRAY[${ofRank.join(', ')}] AS ranks, ARRAY[${ofWord.join(', ')}] AS words
        FROM (${hits.join(' UNION ALL ')}) hit GROUP BY kind`
    }),
  )
  return new Map(rows.map(({ kind, ...hits }) => [kind, hits]))
}

const columns = 'd.kind, d.id, d.customer_id AS "customerId", d.at, d.facts'

/** Of many matches the newest of each rank; null when there are not many. */
async function findByWalk(search: Search, { limit, after }: Page): Promise<KindMatches | null> {
  if (!(await hasMany(search))) return null
  const { kind, matching } = search
  const documents: FoundDocument[] = []
  for (const rank of ranks) {
    const page = { rank, limit: limit + 1 - documents.length, after: after?.rank === rank ? after : null }
    if (page.limit === 0 || (after && after.rank > rank) || (rank === 0 && matching.reading.exact === null))
      continue
    const walked = hasSome(search, rank) ? await walk(search, page) : []
    documents.push(...(walked.length === page.limit ? walked : await readIndexed(search, page)))
  }
  return { kind, count: maxCount + 1, documents }
}

/** Whether a walk through the newest soon meets a page of a rank. */
function hasSome({ kind, matching: { customersOfWords }, hits }: Search, rank: Rank): boolean {
  if ((hits.ranks[rank] ?? 0) >= someHits) return true
  if (isPerson(kind) || !customersOfWords || rank === 0) return false
  const { count, beginningCount } = customersOfWords
  return (rank === 1 ? beginningCount : count - beginningCount) >= someCustomerCount
}

/** Whether there are more matches than are counted. */
async function hasMany(search: Search): Promise<boolean> {
  const { db, kind, matching, hits } = search
  const hitCount = hits.ranks.reduce((sum, count) => sum + count, 0)
  const hasMoreThanCounted = async (from: (bind: Bind) => string) => {
    const text = (bind: Bind) =>
      `SELECT count(*)::int AS count FROM (SELECT FROM ${from(bind)} LIMIT ${maxCount + 1}) hit`
    const [row] = await run<{ count: number }>(db, statement(text))
    return (row?.count ?? 0) > maxCount
  }
  // records of these customers all match; an index counts them without reading them
  if (!isPerson(kind) && ranks.some((rank) => hasSome(search, rank))) {
    const ofThem = (bind: Bind) =>
      `search_documents d WHERE kind = '${kind}' AND ${ofCustomers(bind, matching.someCustomers)}`
    if (await hasMoreThanCounted(ofThem)) return true
  }
  if (hitCount < manyHits) return false
  return hasMoreThanCounted(
    (bind) => `${newest(bind, kind, maxWalked)} ${customerJoin(bind, kind, matching)}
      WHERE ${matches(bind, kind, matching)}`,
  )
}

const walk = (
  { db, kind, matching }: Search,
  { rank, after, limit }: Page & { rank: Rank },
): Promise<FoundDocument[]> =>
  run(
    db,
    statement(
      (bind) => `SELECT ${columns}, ${rank} AS rank
        FROM ${newest(bind, kind, maxWalked, after)} ${customerJoin(bind, kind, matching)}
        WHERE ${matches(bind, kind, matching)} AND ${rankOf(bind, kind, matching)} = ${rank}
        ORDER BY d.at DESC, d.id DESC LIMIT ${limit}`,
    ),
  )

async function findByIndex(search: Search, page: Page): Promise<KindMatches> {
  const documents = await readIndexed(search, { ...page, limit: page.limit + 1 })
  return { kind: search.kind, count: Math.min(documents[0]?.count ?? 0, maxCount + 1), documents }
}

/** Gathers all matches by indexes, or all of a rank, and sorts them. `count` is that of all pages. */
async function readIndexed(
  search: Search,
  { rank, limit, after }: Page & { rank?: Rank },
): Promise<(FoundDocument & { count: number })[]> {
  const { db, kind, matching } = search
  const candidates = await candidatesOf(search, rank)
  return run(
    db,
    statement((bind) => {
      const afterPlace = () => {
        if (!after) return ''
        const place = `(${bind(after.at)}::timestamptz, ${bind(after.id)}::integer)`
        return `WHERE rank > ${after.rank} OR (rank = ${after.rank} AND (at, id) < ${place})`
      }
      return `SELECT * FROM (
          SELECT *, count(*) OVER ()::int AS count FROM (
            SELECT ${columns}, ${rankOf(bind, kind, matching)} AS rank
            FROM (SELECT * FROM search_documents d
              WHERE kind = '${kind}' AND ${candidates(bind)} LIMIT ${maxCandidates}) d
            ${customerJoin(bind, kind, matching)} WHERE ${matches(bind, kind, matching)}) hit
          ${rank === undefined ? '' : `WHERE rank = ${rank}`}) counted
        ${afterPlace()} ORDER BY rank, at DESC, id DESC LIMIT ${limit}`
    }),
  )
}

/** A condition on `d` alone that indexes answer; it accepts every match, or every match of a rank, and others. */
async function candidatesOf(
  { db, kind, matching, hits }: Search,
  rank: Rank | undefined,
): Promise<(bind: Bind) => string> {
  const { reading, customersOfWords, someCustomers } = matching
  const words = wordsOf(reading)
  if (rank === 0) return (bind) => exactMatch(bind, kind, reading) ?? 'false'
  if (rank === 1) {
    if (isPerson(kind) || customersOfWords) return (bind) => nameMatch(bind, kind, matching)
    const { containing } = await customersNamed(db, words)
    return (bind) => ofCustomers(bind, containing)
  }
  if (words.length < reading.terms.length) return (bind) => hasNumbers(bind, reading).join(' AND ')
  if (isPerson(kind)) return (bind) => personHasAll(bind, rarestFirst(words, hits.words))
  // a record has a word that is rare in records itself, or its customer has all of these
  const rare = words.filter((_, i) => (hits.words[i] ?? 0) < manyHits)
  if (rare.length > 0) {
    const customersFound = rare.length === words.length ? customersOfWords : await customersWith(db, rare)
    if (customersFound && isComplete(customersFound))
      return (bind) => `(${ofCustomers(bind, customersFound.containing)} OR ${anyInText(bind, rare)})`
  }
  // each word is in the record, or in one of the customers who have it
  const byWord = await Promise.all(
    words.map(async (word) => ({ word, customersFound: await customersWith(db, [word]) })),
  )
  const selective = byWord.filter(({ customersFound }) => isComplete(customersFound))
  if (selective.length > 0)
    return (bind) =>
      selective
        .map(
          ({ word, customersFound }) =>
            `(${inText(bind, word)} OR ${ofCustomers(bind, customersFound.containing)})`,
        )
        .join(' AND ')
  return (bind) => `(${ofCustomers(bind, someCustomers)} OR ${anyInText(bind, words)})`
}
