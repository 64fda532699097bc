import { createPool, type Pool } from '@plumbline/platform/db'
import type { Log } from '@plumbline/platform/log'
import { connectionOf, type SchemaDefinition } from '@plumbline/platform/migrate'

export type PoolsOptions = {
  url: string
  log: Log
  /** Shown in pg_stat_activity; by default the product and the schema. */
  name?: string
  max?: number
}

/** Opens pools, each with the role and the schema of one service, and closes them together. */
export function createPools({ url, log, name, ...options }: PoolsOptions) {
  const opened = new Map<string, Pool>()
  return {
    of: (definition: SchemaDefinition): Pool => {
      const { schema } = definition
      const pool =
        opened.get(schema) ??
        createPool({ url, name: name ?? `plumbline-${schema}`, log, ...connectionOf(definition), ...options })
      opened.set(schema, pool)
      return pool
    },
    end: () => Promise.all([...opened.values()].map((pool) => pool.end())),
  }
}
export type Pools = ReturnType<typeof createPools>
