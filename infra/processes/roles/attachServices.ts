import { createPool, type Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { Log } from '@plumbline/platform/log'
import { connectionOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import { createInProcessNotifier, processBatch, type Subscription } from '@plumbline/platform/subscriptions'
import { loadService, type ServiceName, type Settings, serviceNames } from '../services.ts'

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
  business: {
    product: '',
    name: '',
    tagline: '',
    phone: '',
    email: '',
    area: '',
    founded: '',
    rating: '',
    customers: '',
  },
  guessableNames: [],
  publicUrl: '',
  ownerEmail: '',
  sms: undefined,
  smtp: undefined,
  limitScale: 1,
}

/** The commands of a service, each in a transaction of its own. */
export type CommandsOf<Name extends ServiceName> = ReturnType<
  Awaited<ReturnType<typeof loadService<Name>>>['bindCommands']
>

/** The commands and subscriptions of every service without its processes: for operators, demo data and tests. */
export function attachServices({ url, name, keyring, log, settings }: AttachOptions) {
  const pools = new Map<string, Pool>()
  const notifier = createInProcessNotifier()
  const poolOf = (definition: SchemaDefinition): Pool => {
    const { schema } = definition
    const pool = pools.get(schema) ?? createPool({ url, name, log, ...connectionOf(definition), max: 2 })
    pools.set(schema, pool)
    return pool
  }
  const resourcesOf = ({ schema }: { schema: SchemaDefinition }) => ({
    pool: poolOf(schema),
    notifier,
    keyring,
    log,
    settings: { ...silentSettings, ...settings },
  })
  const commandsOf = async <Name extends ServiceName>(name: Name) => {
    const service = await loadService(name)
    return service.bindCommands(resourcesOf(service)) as CommandsOf<Name>
  }
  const subscriptions = async () =>
    (
      await Promise.all(
        serviceNames.map(async (name) => {
          const service = await loadService(name)
          const pool = poolOf(service.schema)
          return service.subscriptions(resourcesOf(service)).map((subscription) => ({ pool, subscription }))
        }),
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
    commandsOf,
    close: () => Promise.all([...pools.values()].map((pool) => pool.end())),
  }
}
export type AttachedServices = ReturnType<typeof attachServices>
