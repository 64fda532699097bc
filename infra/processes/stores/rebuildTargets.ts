import type { Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { SchemaDefinition } from '@plumbline/platform/migrate'
import {
  type AnyProjection,
  rebuildProjection,
  releaseOf,
  subscriptionName,
} from '@plumbline/platform/projections'
import { listSubscriptions } from '@plumbline/platform/subscriptions'
import { finishRestore, refuseHalfALog } from '../backup/unfinishedRestore.ts'
import { owners } from './schemas.ts'

const target = (owner: SchemaDefinition, projection: AnyProjection, async: boolean) => ({
  name: subscriptionName(owner.schema, projection),
  schema: owner.schema,
  role: owner.role,
  projection,
  async,
  writer: releaseOf(owner).writer,
})

/** Every read model of the product, by the name operators use. */
export const rebuildTargets = owners.flatMap((owner) => [
  ...(owner.projections ?? []).map((projection) => target(owner, projection, false)),
  ...(owner.asyncProjections ?? []).map((projection) => target(owner, projection, true)),
])

export type RebuildTargetOfProduct = (typeof rebuildTargets)[number]

/**
 * Fills the versions of read models that are new, and what a restore left to build; answers the names. A restore that broke
 * off is finished by it. `onStale`: called before, when there are any.
 */
export async function rebuildStale(
  pool: Pool,
  keyring: Keyring,
  say: (line: string) => void,
  onStale: () => Promise<void> = async () => {},
): Promise<string[]> {
  await refuseHalfALog(pool)
  const built = (await listSubscriptions(pool)).filter(({ status }) => status !== 'building')
  const stale = rebuildTargets.filter(
    ({ name, projection }) => !built.some((it) => it.name === name && it.version === projection.version),
  )
  if (stale.length > 0) await onStale()
  for (const [index, target] of stale.entries()) {
    const { events, deadLetteredStreams } = await rebuildProjection(target, { pool, keyring })
    const { name, projection } = target
    say(
      `Filled ${name}, version ${projection.version}, from ${events} events (${index + 1} of ${stale.length})`,
    )
    if (deadLetteredStreams > 0)
      say(
        `${name}: ${deadLetteredStreams} streams are dead-lettered; npm run ops -- projections status shows the error`,
      )
  }
  // an import or a restore leaves tables that the planner knows nothing of
  if (stale.length > 0) await pool.query('ANALYZE es.events, es.subject_keys')
  if (await finishRestore(pool)) say('The restore is finished')
  return stale.map((target) => target.name)
}
