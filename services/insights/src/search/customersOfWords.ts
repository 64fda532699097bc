import { type Bind, type Db, run } from '@plumbline/platform/db'
import { beginsName, type CustomersOfWords, type Matching, personHas, personHasAll } from './matching.ts'
import type { Word } from './question.ts'
import { newest, probeSize, statement } from './statements.ts'

// more customers than these, or one in twelve of the newest, are many
const maxCustomers = 5_000
const frequentHits = 25

/** The customers who have every word, or where they are many, some of them. */
export async function findCustomers(db: Db, words: readonly Word[]): Promise<Omit<Matching, 'reading'>> {
  const [newestCustomers] = await run<{ ids: string; hits: number; words: number[] }>(
    db,
    statement((bind) => {
      const has = words.map((word) => personHas(bind, 'd', word))
      const all = has.join(' AND ')
      const ofWord = has.map((condition) => `count(*) FILTER (WHERE ${condition})::int`)
      return `SELECT coalesce(array_agg(id) FILTER (WHERE ${all}), '{}')::text AS ids,
          count(*) FILTER (WHERE ${all})::int AS hits, ARRAY[${ofWord.join(', ')}] AS words
        FROM ${newest(bind, 'customer', probeSize)}`
    }),
  )
  const { ids = '{}', hits = 0, words: wordHits = [] } = newestCustomers ?? {}
  if (hits >= frequentHits) return { customersOfWords: null, someCustomers: ids }
  const matching = await customersWith(db, rarestFirst(words, wordHits))
  return { customersOfWords: isComplete(matching) ? matching : null, someCustomers: matching.containing }
}

export const isComplete = ({ count }: CustomersOfWords) => count <= maxCustomers

/** Words by how many have them; of those that equally many have, long ones tend to be rarer. */
export const rarestFirst = (words: readonly Word[], hits: readonly number[]): Word[] =>
  words
    .map((word, i) => ({ word, hits: hits[i] ?? 0 }))
    .sort((a, b) => a.hits - b.hits || b.word.contains.length - a.word.contains.length)
    .map(({ word }) => word)

/** The customers who have every one of these words; of more than `maxCustomers` some. */
export const customersWith = (db: Db, words: readonly Word[]): Promise<CustomersOfWords> =>
  readCustomers(db, (bind) => {
    const beginning = words.map((word) => beginsName(bind, 'd', word)).join(' AND ')
    return `SELECT id, ${beginning} AS beginning FROM search_documents d
      WHERE kind = 'customer' AND ${personHasAll(bind, words)}`
  })

/** The customers in whose names each of these words begins a word; of more than `maxCustomers` some. */
export const customersNamed = (db: Db, words: readonly Word[]): Promise<CustomersOfWords> =>
  readCustomers(db, (bind) => {
    const conditions = words.map((word) => beginsName(bind, 'd', word)).join(' AND ')
    return `SELECT id, true AS beginning FROM search_documents d WHERE kind = 'customer' AND ${conditions}`
  })

/** Adds the records that were merged into these customers. */
async function readCustomers(db: Db, select: (bind: Bind) => string): Promise<CustomersOfWords> {
  const [row] = await run<CustomersOfWords>(
    db,
    statement(
      (bind) => `WITH matching AS MATERIALIZED (${select(bind)} LIMIT ${maxCustomers + 1}),
          records AS (SELECT id, beginning FROM matching UNION ALL
            SELECT merged.id, beginning FROM customers merged JOIN matching ON matching.id = merged.merged_into)
        SELECT count(*)::int AS count, coalesce(array_agg(id), '{}')::text AS containing,
          count(*) FILTER (WHERE beginning)::int AS "beginningCount",
          coalesce(array_agg(id) FILTER (WHERE beginning), '{}')::text AS beginning FROM records`,
    ),
  )
  return row as CustomersOfWords
}
