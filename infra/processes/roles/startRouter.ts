import type { Identity } from '@plumbline/gateway/gateway'
import { createPool, type Pool } from '@plumbline/platform/db'
import type { IdentityKey } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { connectionOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import { createPgNotifier, type JoinedReleases } from '@plumbline/platform/subscriptions'
import type { Config } from '../config.ts'
import { keyringWithoutMasterKey, knownKeyring } from '../keys/masterKey.ts'
import { loadService, type ServiceName, settingsOf } from '../services.ts'

/** Opens pools, each with the role and the schema of one service, and closes them together. */
export function createPools(config: Config, log: Log) {
  const url = config.databaseUrl as string
  const opened = new Map<string, Pool>()
  return {
    of: (definition: SchemaDefinition): Pool => {
      const { schema } = definition
      const pool =
        opened.get(schema) ??
        createPool({ url, name: `plumbline-${schema}`, log, ...connectionOf(definition) })
      opened.set(schema, pool)
      return pool
    },
    end: () => Promise.all([...opened.values()].map((pool) => pool.end())),
  }
}
export type Pools = ReturnType<typeof createPools>

export type ProcessContext = { config: Config; log: Log; pools: Pools }

/** What a service gets from the process that runs it. */
export function resourcesOf(
  name: ServiceName,
  schema: SchemaDefinition,
  { config, log, pools }: ProcessContext,
) {
  const pool = pools.of(schema)
  return {
    pool,
    notifier: createPgNotifier(pool, log),
    keyring: name === 'identity' ? keyringWithoutMasterKey() : knownKeyring(config),
    log,
    settings: settingsOf(config),
  }
}

export type RouterOptions = Pick<JoinedReleases, 'isMixed'> & { identityKey: IdentityKey }

/** The router of a service with what it takes from this process. */
export async function startRouter(
  name: ServiceName,
  context: ProcessContext,
  { identityKey, isMixed }: RouterOptions,
) {
  const { endpoints, createRouter, schema } = await loadService(name)
  const resources = resourcesOf(name, schema, context)
  const limitScale = context.config.limitScale
  const router = createRouter({ ...resources, identityKey, limitScale, isMixed: () => isMixed(name) })
  return { name, endpoints, router, pool: resources.pool }
}

/** The identity service as the gateway uses it in its own process. */
export async function identityInProcess(context: ProcessContext): Promise<Identity> {
  const { bindCommands, schema } = await loadService('identity')
  const identity = bindCommands(resourcesOf('identity', schema, context))
  const origin = (actor: string) => ({ metadata: { actor, requestId: 'gateway' }, now: new Date() })
  return {
    signIn: (credentials) => identity.signIn(origin('visitor'), credentials),
    changePassword: (userId, change) => identity.changePassword(origin(`user-${userId}`), userId, change),
    revokeAccess: (userId) => identity.revokeAccess(origin(`user-${userId}`), userId),
  }
}
