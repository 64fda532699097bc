import { createPool, type Pool } from '@plumbline/platform/db'
import type { IdentityKey } from '@plumbline/platform/http'
import type { Log } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import { createPgNotifier } from '@plumbline/platform/subscriptions'
import { addressOf, type Config } from '../config.ts'
import { knownKeyring } from '../masterKey.ts'

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

export type Around = { config: Config; log: Log; pools: Pools; identityKey: IdentityKey }

const shared = (schema: string, { config, log, pools, identityKey }: Around) => {
  const pool = pools.of(schema)
  return {
    pool,
    notifier: createPgNotifier(pool, log),
    keyring: knownKeyring(config),
    identityKey,
    limitScale: config.limitScale,
  }
}

/** How every service that answers documented calls is made, from what the process around it has; only its own code is loaded. */
export const services = {
  crm: async (around: Around) => {
    const { createCrm } = await import('@plumbline/crm/service')
    return createCrm(shared('crm', around))
  },
  scheduling: async (around: Around) => {
    const { createScheduling } = await import('@plumbline/scheduling/service')
    return createScheduling(shared('scheduling', around))
  },
  billing: async (around: Around) => {
    const { createBilling } = await import('@plumbline/billing/service')
    return createBilling({ ...shared('billing', around), business: around.config.business })
  },
  messaging: async (around: Around) => {
    const { createMessaging } = await import('@plumbline/messaging/service')
    const { config, log } = around
    return createMessaging({
      ...shared('messaging', around),
      log,
      business: config.business,
      publicUrl: addressOf(config),
      channels: { sms: config.sms, smtp: config.smtp },
    })
  },
  insights: async (around: Around) => {
    const { createInsights } = await import('@plumbline/insights/service')
    return createInsights(shared('insights', around))
  },
}
export type ServiceName = keyof typeof services
export const serviceNames = Object.keys(services) as ServiceName[]

/** Users and their passwords, for the gateway alone. */
export async function identityIn({ config, pools, identityKey }: Around) {
  const { createIdentity, identityRouter } = await import('@plumbline/identity/service')
  const { product, name } = config.business
  const { signIn, changePassword, revokeAccess } = createIdentity({
    pool: pools.of('identity'),
    names: [product, name],
  })
  const calls = { signIn, changePassword, revokeAccess }
  return { ...calls, router: identityRouter({ identityKey, ...calls }) }
}
