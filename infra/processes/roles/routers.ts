import { pageContentAt } from '@plumbline/business/page'
import type { CustomerLinks, Identity, PageSource } from '@plumbline/gateway/gateway'
import type { IdentityKey } from '@plumbline/platform/http'
import { createLog, type Log } from '@plumbline/platform/log'
import type { SchemaDefinition } from '@plumbline/platform/migrate'
import {
  type AnnouncedReleases,
  announceReleases,
  createPgNotifier,
  waitForInlineReadModels,
} from '@plumbline/platform/subscriptions'
import { type Config, readConfig, settingsOf } from '../config.ts'
import { keyringWithoutMasterKey, knownKeyring, refuseOtherMasterKey } from '../keys/masterKey.ts'
import { isForBrowsers, isForCustomers, loadService, type ServiceName } from '../services.ts'
import { whenThereIsAStore } from '../stores/whenThereIsAStore.ts'
import { createPools, type Pools } from './pools.ts'

/** The configuration, log and pools of a process that serves services. */
export function openContext(name: string) {
  const config = readConfig()
  const log = createLog(name)
  return { config, log, pools: createPools({ url: config.databaseUrl as string, log }) }
}
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

export type RouterOptions = Pick<AnnouncedReleases, 'isMixed'> & { identityKey: IdentityKey }

/** The router of a service with what it takes from this process. */
export async function startRouter(
  name: ServiceName,
  context: ProcessContext,
  { identityKey, isMixed }: RouterOptions,
) {
  const { endpoints: all, createRouter, schema } = await loadService(name)
  const resources = resourcesOf(name, schema, context)
  const limitScale = context.config.limitScale
  const router = createRouter({ ...resources, identityKey, limitScale, isMixed: () => isMixed(name) })
  const [endpoints, forCustomers] = [all.filter(isForBrowsers), all.filter(isForCustomers)]
  return { name, endpoints, forCustomers, router, pool: resources.pool }
}

/**
 * Announces the releases of these services, and waits until their inline read models hold what other releases appended. The
 * answer's `isMixed` belongs to their routers.
 */
export async function joinReleases(
  names: readonly ServiceName[],
  context: ProcessContext,
): Promise<AnnouncedReleases> {
  const services = await Promise.all(
    names.map(async (name) => {
      const service = await loadService(name)
      return { ...service, name, resources: resourcesOf(name, service.schema, context) }
    }),
  )
  const announced = await whenThereIsAStore(async () => {
    for (const { name, resources } of services)
      if (name !== 'identity') await refuseOtherMasterKey(resources.pool, resources.keyring)
    const [{ resources }] = services as [(typeof services)[number]]
    return announceReleases(
      services.map(({ release }) => release),
      { db: resources.pool, log: context.log },
    )
  })
  for (const { resources, subscriptions } of services)
    await whenThereIsAStore(() => waitForInlineReadModels(resources.pool, subscriptions(resources)))
  return announced
}

const origin = (actor: string) => ({ metadata: { actor, requestId: 'gateway' }, now: new Date() })

/** What pages show, read from the business service in its own process. */
export async function pageContentInProcess(context: ProcessContext): Promise<PageSource> {
  const { bindCommands, schema } = await loadService('business')
  const { readPage } = bindCommands(resourcesOf('business', schema, context))
  return {
    defaults: pageContentAt([], new Date(), context.config),
    read: async () => {
      const { business, ...content } = await readPage(origin('gateway'))
      return { ...content, business: { ...context.config.business, ...business } }
    },
  }
}

/** The identity service as the gateway uses it in its own process. */
export async function identityInProcess(context: ProcessContext): Promise<Identity> {
  const { bindCommands, schema } = await loadService('identity')
  const identity = bindCommands(resourcesOf('identity', schema, context))
  return {
    signIn: (credentials) => identity.signIn(origin('visitor'), credentials),
    changePassword: (userId, change) => identity.changePassword(origin(`user-${userId}`), userId, change),
    revokeAccess: (userId) => identity.revokeAccess(origin(`user-${userId}`), userId),
    openLink: (token) => identity.openLink(origin('visitor'), token),
    redeemLink: (redemption) => identity.redeemLink(origin('visitor'), redemption),
  }
}

/** The links of customers as the gateway uses them in CRM's process. */
export async function customerLinksInProcess(context: ProcessContext): Promise<CustomerLinks> {
  const { bindCommands, schema } = await loadService('crm')
  const crm = bindCommands(resourcesOf('crm', schema, context))
  return {
    resolve: (secrets) => crm.resolveLink(origin('visitor'), secrets),
    findCustomer: (scope) => crm.findLinkedCustomer(origin('visitor'), scope),
    recordOpening: async ({ linkId, customerId }) =>
      void (await crm.recordOpening(origin(`customer-${customerId}`), linkId)),
    sendCode: async (wish) => void (await crm.sendCode(origin('visitor'), wish)),
    enterCode: (entry) => crm.enterCode(origin('visitor'), entry),
  }
}
