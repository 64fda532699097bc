import { pageContentAt, readPage } from '@plumbline/business/page'
import {
  type EnteredCode,
  enterCode,
  findLinkedCustomer,
  recordOpening,
  resolveLink,
  sendCode,
} from '@plumbline/crm/api'
import { type CustomerLinks, createUpstreamProxy, type PageContent } from '@plumbline/gateway/gateway'
import { changePassword, openLink, redeemLink, revokeAccess, signIn } from '@plumbline/identity/api'
import type { User } from '@plumbline/platform/credentials'
import type { OpenedLink, RedeemedLink } from '@plumbline/platform/links'
import type { PasswordRefusal } from '@plumbline/platform/passwords'
import { readSigningKey } from '../keys/keys.ts'
import { loadEndpoints, type ServiceName, upstreamNames } from '../services.ts'
import { runChild } from '../supervisor/child.ts'
import { openContext } from './routers.ts'
import { serveGateway } from './serveGateway.ts'

/** The gateway alone; the services are where the environment says. */
await runChild(async () => {
  const { config, log, pools } = openContext('gateway')
  const signingKey = await readSigningKey(config.gatewaySigningKey)
  const proxyTo = (name: ServiceName) => {
    const url = config.serviceUrls[name]
    if (!url) throw new Error(`${name.toUpperCase()}_URL is missing: where the ${name} service listens.`)
    return createUpstreamProxy({ name, url, log })
  }
  const identity = proxyTo('identity')
  const business = proxyTo('business')
  const crm = proxyTo('crm')
  const upstreams = await Promise.all(
    upstreamNames.map(async (name) => ({ ...proxyTo(name), ...(await loadEndpoints(name)) })),
  )
  const gateway = await serveGateway({
    config,
    log,
    pools,
    upstreams,
    identity: {
      signIn: async (credentials) =>
        (await identity.call(signIn.path, credentials, signingKey)) as User | null,
      changePassword: async (userId, change) =>
        (await identity.call(changePassword.path, { userId, change }, signingKey)) as PasswordRefusal | null,
      revokeAccess: async (userId) => void (await identity.call(revokeAccess.path, { userId }, signingKey)),
      openLink: async (token) =>
        (await identity.call(openLink.path, { token }, signingKey)) as OpenedLink | null,
      redeemLink: async (redemption) =>
        (await identity.call(redeemLink.path, redemption, signingKey)) as RedeemedLink | null,
    },
    customerLinks: {
      resolve: async (secrets) =>
        (await crm.call(resolveLink.path, secrets, signingKey)) as Awaited<
          ReturnType<CustomerLinks['resolve']>
        >,
      findCustomer: async (scope) =>
        (await crm.call(findLinkedCustomer.path, scope, signingKey)) as Awaited<
          ReturnType<CustomerLinks['findCustomer']>
        >,
      recordOpening: async (link) => void (await crm.call(recordOpening.path, link, signingKey)),
      sendCode: async (wish) => void (await crm.call(sendCode.path, wish, signingKey)),
      enterCode: async (entry) => (await crm.call(enterCode.path, entry, signingKey)) as EnteredCode,
    },
    page: {
      defaults: pageContentAt([], new Date(), config),
      read: async () => (await business.call(readPage.path, {}, signingKey)) as PageContent,
    },
    signingKey,
  })
  return {
    ...gateway,
    stop: async () => {
      await gateway.stop()
      await Promise.all([identity, business, crm, ...upstreams].map((proxy) => proxy.close()))
      await pools.end()
    },
  }
}, 'gateway')
