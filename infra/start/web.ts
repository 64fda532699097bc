import { createLog } from '@plumbline/platform/log'
import { generateKeyPair } from 'jose'
import { readConfig } from '../config.ts'
import { runChild } from './child.ts'
import { serveFront } from './front.ts'
import { createPools, identityIn, services } from './services.ts'

/** The gateway with every service's router mounted in the same process. */
await runChild(async () => {
  const config = readConfig()
  const log = createLog('web')
  const pools = createPools(config, log)
  // identities are signed and checked in this one process, so the key need not outlive it
  const keys = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const around = { config, log, pools, identityKey: keys.publicKey }
  const front = await serveFront({
    config,
    log,
    pools,
    upstreams: await Promise.all(Object.values(services).map((create) => create(around))),
    signIn: (await identityIn(around)).signIn,
    signingKey: keys.privateKey,
  })
  return {
    ...front,
    stop: async () => {
      await front.stop()
      await pools.end()
    },
  }
})
