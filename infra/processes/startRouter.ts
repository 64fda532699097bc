import type { Identity } from '@plumbline/gateway/gateway'
import { createPool, type Pool } from '@plumbline/platform/db'
import type { IdentityKey } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import { createPgNotifier } from '@plumbline/platform/subscriptions'
import type { Config } from './config.ts'
import { keyringWithoutMasterKey, knownKeyring } from './masterKey.ts'
import { loadService, type ServiceName, settingsOf } from './services.ts'

/** Opens pools, each with the role and the schema of one service, and closes them together. */
export function createPools(config: Config, log: Log) {
  const url = config.databaseUrl as string
  const opened = new Map<string, Pool>()
  return {
    of: (schema: string): Pool => {
      const pool =
        opened.get(schema) ??
        createPool({ url, name: `plumbline-${schema}`, log, role: roleOf(schema), schema })
      opened.set(schema, pool)
      return pool
    },
    end: () => Promise.all([...opened.values()].map((pool) => pool.end())),
  }
}
export type Pools = ReturnType<typeof createPools>

export type ProcessContext = { config: Config; log: Log; pools: Pools }

/** What a service gets from the process that runs it. */
export function resourcesOf(name: ServiceName, { config, log, pools }: ProcessContext) {
  const pool = pools.of(name)
  return {
    pool,
    notifier: createPgNotifier(pool, log),
    keyring: name === 'identity' ? keyringWithoutMasterKey() : knownKeyring(config),
    log,
    settings: settingsOf(config),
  }
}

/** The router of a service with what it takes from this process. */
export async function startRouter(name: ServiceName, context: ProcessContext, identityKey: IdentityKey) {
  const { endpoints, createRouter } = await loadService(name)
  const limitScale = context.config.limitScale
  return { name, endpoints, router: createRouter({ ...resourcesOf(name, context), identityKey, limitScale }) }
}

/** The identity service as the gateway uses it in its own process. */
export async function identityInProcess(context: ProcessContext): Promise<Identity> {
  const identity = (await loadService('identity')).bindCommands(resourcesOf('identity', context))
  const origin = (actor: string) => ({ metadata: { actor, requestId: 'gateway' }, now: new Date() })
  return {
    signIn: (credentials) => identity.signIn(origin('visitor'), credentials),
    changePassword: (userId, change) => identity.changePassword(origin(`user-${userId}`), userId, change),
    revokeAccess: (userId) => identity.revokeAccess(origin(`user-${userId}`), userId),
  }
}
