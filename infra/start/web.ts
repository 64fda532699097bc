import { createCrm } from '@plumbline/crm/service'
import { createGateway } from '@plumbline/gateway/gateway'
import { createIdentity } from '@plumbline/identity/service'
import { createPool } from '@plumbline/platform/db'
import { createWake } from '@plumbline/platform/event-store'
import { listenHttp } from '@plumbline/platform/http'
import { createLog } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import { generateKeyPair } from 'jose'
import { readConfig, root } from '../config.ts'
import { runChild } from './child.ts'

/** The gateway with every service's router mounted in the same process. */
await runChild(async () => {
  const config = readConfig()
  const url = config.databaseUrl as string
  const log = createLog('web')
  const poolFor = (schema: string) =>
    createPool({ url, name: `plumbline-${schema}`, log, role: roleOf(schema), schema })
  const pools = { gateway: poolFor('gateway'), identity: poolFor('identity'), crm: poolFor('crm') }
  const wake = createWake(pools.crm, log)
  // identities are signed and checked in this one process, so the key need not outlive it
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const identity = createIdentity({ pool: pools.identity })
  const { limitScale } = config
  const crm = createCrm({ pool: pools.crm, wake, identityKey: keys.publicKey, limitScale })

  const { app, farewell } = await createGateway({
    ...config,
    pool: pools.gateway,
    log,
    root,
    upstreams: [crm],
    signIn: identity.signIn,
    signingKey: keys.privateKey,
  })
  const listening = await listenHttp(app, config.port, config.host, farewell)
  return {
    url: listening.url,
    stop: async () => {
      await listening.stop()
      await Promise.all(Object.values(pools).map((pool) => pool.end()))
    },
  }
})
