import { type Db, run } from '../db.ts'
import type { AnyProjection } from './projection.ts'
import { safePosition } from './read.ts'
import { registeredName } from './registry.ts'

// who was away for longer than this many events reads again; looking further would cost more
const farthest = 1_000
const nowhere = '9223372036854775807'

type Since = { built: string | null; newer: number; touched: boolean }

/**
 * Tags what is read of a read model that is written with the log: when it was built, and how far the log could be read
 * before. `seen` is answered again while nothing that is in the read model came after it. What was in flight then, or is
 * read although it came later, only makes a tag end sooner. Ask before the rows are read.
 */
export async function readModelTag(
  db: Db,
  schema: string,
  projection: AnyProjection,
  seen = '',
): Promise<string> {
  const [, known = '', after = nowhere] = /"([\d-]+)\.(\d{1,19})"/.exec(seen) ?? []
  const [since] = await run<Since>(db, {
    name: 'es-read-model-tag',
    text: `SELECT (SELECT extract(epoch FROM max(updated_at))::numeric * 1000000 FROM es.subscriptions WHERE name = $1)::bigint AS built,
        count(*)::int AS newer, coalesce(bool_or(type = ANY($2)), false) AS touched
      FROM (SELECT type FROM es.events WHERE position > $3 ORDER BY position LIMIT $4) later`,
    values: [registeredName(schema, projection), projection.types, after, farthest],
  })
  const built = `${projection.version}-${since?.built}`
  if (known === built && since && !since.touched && since.newer < farthest) return `W/"${built}.${after}"`
  return `W/"${built}.${await safePosition(db)}"`
}
