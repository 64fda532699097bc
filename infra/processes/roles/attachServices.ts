import type { Keyring } from '@plumbline/platform/encryption'
import type { Log } from '@plumbline/platform/log'
import type { SchemaDefinition } from '@plumbline/platform/migrate'
import { createInProcessNotifier, processBatch, type Subscription } from '@plumbline/platform/subscriptions'
import type { Settings } from '../config.ts'
import { keyringWithoutMasterKey } from '../keys/masterKey.ts'
import { loadService, type ServiceName, serviceNames } from '../services.ts'
import { createPools } from './pools.ts'

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
  lockedBy: {},
  guessableNames: [],
  publicUrl: '',
  ownerEmail: '',
  mailFrom: undefined,
  twilioBaseUrl: undefined,
  lockedSenders: {},
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
  const pools = createPools({ url, log, name, max: 2 })
  const notifier = createInProcessNotifier()
  const resourcesOf = ({ schema }: { schema: SchemaDefinition }) => ({
    pool: pools.of(schema),
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
          const pool = pools.of(service.schema)
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
    poolOf: pools.of,
    resourcesOf,
    subscriptions,
    /** Brings the asynchronous read models of all services up to date. */
    project: () => processAll('projection'),
    /** Runs the reactors of all services over what is new. */
    react: () => processAll('reactor'),
    commandsOf,
    close: pools.end,
  }
}
export type AttachedServices = ReturnType<typeof attachServices>

/** Who gives the commands of operators. */
export const operator = () => ({
  metadata: { actor: 'operator', requestId: 'operator' },
  now: new Date(),
})

type IdentityOptions = Pick<AttachOptions, 'url' | 'log'> & Pick<Settings, 'guessableNames'>

/** Gives the commands of the identity service to `work`; it needs no master key. */
export async function withIdentity<T>(
  { url, log, guessableNames }: IdentityOptions,
  work: (identity: CommandsOf<'identity'>) => Promise<T>,
): Promise<T> {
  const keyring = keyringWithoutMasterKey()
  const services = attachServices({
    url,
    name: 'plumbline-identity',
    keyring,
    log,
    settings: { guessableNames },
  })
  return work(await services.commandsOf('identity')).finally(services.close)
}
