import { createPool, type Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { Log } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import { createInProcessNotifier, processBatch, type Subscription } from '@plumbline/platform/subscriptions'
import { loadService, type ServiceName, type Settings, serviceNames } from './services.ts'

export type AttachOptions = {
  url: string
  /** Name shown in pg_stat_activity. */
  name: string
  keyring: Keyring
  log: Log
  settings?: Partial<Settings>
}

/** Settings with which nothing is sent and no text names a business. */
const silentSettings: Settings = {
  business: { product: '', name: '', tagline: '', phone: '', email: '', area: '', founded: '' },
  guessableNames: [],
  publicUrl: '',
  ownerEmail: '',
  sms: undefined,
  smtp: undefined,
  limitScale: 1,
}

/** The commands and subscriptions of every service without its processes: for operators, demo data and tests. */
export function attachServices({ url, name, keyring, log, settings }: AttachOptions) {
  const pools = new Map<string, Pool>()
  const notifier = createInProcessNotifier()
  const poolOf = (schema: string): Pool => {
    const pool = pools.get(schema) ?? createPool({ url, name, log, role: roleOf(schema), schema, max: 2 })
    pools.set(schema, pool)
    return pool
  }
  const resourcesOf = (service: ServiceName) => ({
    pool: poolOf(service),
    notifier,
    keyring,
    log,
    settings: { ...silentSettings, ...settings },
  })
  const subscriptions = async () =>
    (
      await Promise.all(
        serviceNames.map(async (service) =>
          (
            await loadService(service)
          )
            .subscriptions(resourcesOf(service))
            .map((subscription) => ({ pool: poolOf(service), subscription })),
        ),
      )
    ).flat()
  const processAll = async (kind: Subscription['kind']) => {
    for (const { pool, subscription } of await subscriptions())
      if (subscription.kind === kind)
        while ((await processBatch(pool, subscription, { keyring })) === 'more');
  }
  return {
    poolOf,
    resourcesOf,
    subscriptions,
    /** Brings the asynchronous read models of all services up to date. */
    project: () => processAll('projection'),
    /** Runs the reactors of all services over what is new. */
    react: () => processAll('reactor'),
    crm: async () => (await loadService('crm')).bindCommands(resourcesOf('crm')),
    scheduling: async () => (await loadService('scheduling')).bindCommands(resourcesOf('scheduling')),
    billing: async () => (await loadService('billing')).bindCommands(resourcesOf('billing')),
    messaging: async () => (await loadService('messaging')).bindCommands(resourcesOf('messaging')),
    close: () => Promise.all([...pools.values()].map((pool) => pool.end())),
  }
}
export type AttachedServices = ReturnType<typeof attachServices>
