import { createHash } from 'node:crypto'
import type { SchemaDefinition } from '../migrate.ts'
import { type AnyProjection, subscriptionName } from './projection.ts'

/** Which versions of its read models a release of a service reads and writes. */
export type Release = {
  service: string
  /** `crm.leads@3`, sorted. */
  readModels: readonly string[]
  /** Stands with every event it appends: the same for releases that write the same versions together with their appends. */
  writer: number
}

/** The name of one version of a read model, for operators: `crm.leads@3`. */
const versionName = (schema: string, projection: AnyProjection) =>
  `${subscriptionName(schema, projection)}@${projection.version}`

export function releaseOf({ schema, projections = [], asyncProjections = [] }: SchemaDefinition): Release {
  const names = (all: readonly AnyProjection[]) => all.map((it) => versionName(schema, it)).sort()
  return {
    service: schema,
    readModels: names([...projections, ...asyncProjections]),
    writer: createHash('sha256').update(names(projections).join()).digest().readInt32BE(),
  }
}
