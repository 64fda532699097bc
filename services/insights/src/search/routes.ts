import { readClock } from '@plumbline/business/directory'
import type { Tx } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, route } from '@plumbline/platform/http'
import { readTime } from '@plumbline/platform/time'
import { type SearchGroup, search } from '../api.ts'
import { visibilityOf } from '../visibility.ts'
import { documentKinds } from './document.ts'
import { toHits } from './hits.ts'
import { findDocuments, type KindMatches, maxCount, type Place } from './queries.ts'
import { readingsOf } from './question.ts'

// of each kind, and of a page when one kind is asked for
const hitsPerGroup = 5
const hitsPerPage = 20
// a question that takes longer is answered with 503 instead of keeping the database busy
const timeoutMs = 2_000

export const searchRoutes: readonly AnyRoute[] = [
  route(search, async ({ db, now, caller, body: { q, kinds = documentKinds, cursor } }) => {
    const visibility = visibilityOf(caller, now)
    if (cursor !== undefined && new Set(kinds).size !== 1)
      throw rejection('invalid', 'A cursor needs exactly one kind.', { fields: { kinds: 'Name one kind' } })
    const after = cursor === undefined ? null : readPlace(cursor)
    const limit = new Set(kinds).size === 1 ? hitsPerPage : hitsPerGroup
    await db.send({ text: `SET LOCAL statement_timeout = ${timeoutMs}`, values: [] })
    // starting other processes takes longer than what they would do
    await db.send({ text: 'SET LOCAL max_parallel_workers_per_gather = 0', values: [] })
    for (const reading of readingsOf(q)) {
      const searchedKinds = documentKinds.filter(
        (kind) => kinds.includes(kind) && visibility.of(kind) !== 'none',
      )
      const matches = await findDocuments(db, reading, { kinds: searchedKinds, limit, after, visibility })
      if (matches.length > 0) {
        const { timeZone } = await readClock(db, now)
        return { groups: await toGroups(db, matches, limit, timeZone) }
      }
    }
    return { groups: [] }
  }),
]

async function toGroups(
  db: Tx,
  matches: readonly KindMatches[],
  limit: number,
  timeZone: string,
): Promise<SearchGroup[]> {
  const pages = matches.map((it) => ({ ...it, documents: it.documents.slice(0, limit) }))
  const hits = await toHits(
    db,
    pages.flatMap(({ documents }) => documents),
    timeZone,
  )
  return matches.map(({ kind, count, documents }) => ({
    kind,
    count: Math.min(count, maxCount),
    more: count > maxCount,
    hits: hits.filter((hit) => hit.kind === kind),
    next: documents.length > limit ? writePlace(documents[limit - 1] as Place) : null,
  }))
}

const placePattern = /^([012]) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([1-9]\d{0,8})$/

const writePlace = ({ rank, at, id }: Place): string =>
  Buffer.from(`${rank} ${at} ${id}`).toString('base64url')

function readPlace(cursor: string): Place {
  const [, rank, at, id] = placePattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!rank || !at || !id || readTime('UTC', at) === null) throw rejection('invalid', 'Invalid cursor.')
  return { rank: Number(rank), at, id: Number(id) }
}
