import type { Pool } from '@plumbline/platform/db'
import {
  type AnyProjection,
  rebuildProjection,
  registered,
  registeredName,
} from '@plumbline/platform/event-store'
import { owners } from './schemas.ts'

/** Every read model of the product, by the name operators use. */
export const rebuildTargets = owners.flatMap(({ schema, role, projections = [] }) =>
  projections.map((projection: AnyProjection) => ({
    name: registeredName(schema, projection),
    schema,
    role,
    projection,
  })),
)

/** Rebuilds what was defined anew since it was last built; answers the names. */
export async function rebuildStale(pool: Pool, say: (line: string) => void): Promise<string[]> {
  const known = new Map((await registered(pool)).map((it) => [it.name, it]))
  const stale = rebuildTargets.filter(({ name, projection }) => {
    const live = known.get(name)
    return !live || live.version !== projection.version || live.status === 'building'
  })
  for (const target of stale) {
    const { events } = await rebuildProjection(target, { pool })
    say(`Rebuilt ${target.name} (version ${target.projection.version}) from ${events} events`)
  }
  return stale.map((target) => target.name)
}
