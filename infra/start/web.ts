import { createBilling } from '@plumbline/billing/service'
import { createCrm } from '@plumbline/crm/service'
import { createGateway } from '@plumbline/gateway/gateway'
import { folderStore, remotesBoard } from '@plumbline/gateway/registry'
import { createIdentity } from '@plumbline/identity/service'
import { createInsights } from '@plumbline/insights/service'
import { createMessaging } from '@plumbline/messaging/service'
import { createPool } from '@plumbline/platform/db'
import { createFeed, createLocalWake, createWake, listen } from '@plumbline/platform/event-store'
import { listenHttp } from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import { createScheduling } from '@plumbline/scheduling/service'
import { generateKeyPair } from 'jose'
import { addressOf, readConfig, root } from '../config.ts'
import { knownKeyring } from '../masterKey.ts'
import { runChild } from './child.ts'
import { createRequestMetrics } from './metrics.ts'
import { serveOperations } from './operations.ts'

/** The gateway with every service's router mounted in the same process. */
await runChild(async () => {
  const config = readConfig()
  const url = config.databaseUrl as string
  const log = createLog('web')
  const poolFor = (schema: string) =>
    createPool({ url, name: `plumbline-${schema}`, log, role: roleOf(schema), schema })
  const pools = {
    gateway: poolFor('gateway'),
    identity: poolFor('identity'),
    crm: poolFor('crm'),
    scheduling: poolFor('scheduling'),
    billing: poolFor('billing'),
    insights: poolFor('insights'),
    messaging: poolFor('messaging'),
  }
  const wake = createWake(pools.crm, log)
  // what other processes append is news here too
  const heard = createLocalWake()
  const deaf = listen(url, heard, log)
  const changes = createFeed({ pool: pools.crm, wake: heard, log })
  // identities are signed and checked in this one process, so the key need not outlive it
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const identity = createIdentity({ pool: pools.identity })
  const { limitScale } = config
  const keyring = knownKeyring(config)
  const shared = { wake, keyring, identityKey: keys.publicKey, limitScale }
  const crm = createCrm({ pool: pools.crm, ...shared })
  const scheduling = createScheduling({ pool: pools.scheduling, ...shared })
  const billing = createBilling({ pool: pools.billing, business: config.business, ...shared })
  const messaging = createMessaging({
    pool: pools.messaging,
    log,
    business: config.business,
    publicUrl: addressOf(config),
    channels: { sms: config.sms, smtp: config.smtp },
    ...shared,
  })
  const insights = createInsights({ pool: pools.insights, ...shared })

  const { metrics, failuresByBuild, ...observers } = createRequestMetrics()
  const board = remotesBoard(folderStore(config.remotesStore), failuresByBuild)
  const operations = await serveOperations({ at: config.ops, log, metrics, boards: [board] })
  const { app, farewell } = await createGateway({
    ...config,
    pool: pools.gateway,
    log,
    root,
    upstreams: [crm, scheduling, billing, messaging, insights],
    changes,
    ...observers,
    signIn: identity.signIn,
    signingKey: keys.privateKey,
  })
  const listening = await listenHttp(app, config.port, config.host, farewell)
  return {
    url: listening.url,
    stop: async () => {
      await listening.stop()
      await operations?.stop()
      await deaf()
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
})
