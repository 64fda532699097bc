import { createLog } from '@plumbline/platform/log'
import { readConfig } from '../config.ts'
import { runChild } from './child.ts'
import { serveFront } from './front.ts'
import { createPools, identityIn, services } from './services.ts'

/** The gateway with every service's router mounted in the same process. */
await runChild(async () => {
  const config = readConfig()
  const log = createLog('web')
  const pools = createPools(config, log)
  const around = { config, log, pools, identityKey: 'in-process' as const }
  const { signIn, changePassword, revokeAccess } = await identityIn(around)
  const front = await serveFront({
    config,
    log,
    pools,
    upstreams: await Promise.all(Object.values(services).map((create) => create(around))),
    signIn,
    changePassword,
    revokeAccess,
    signingKey: 'in-process',
  })
  return {
    ...front,
    stop: async () => {
      await front.stop()
      await pools.end()
    },
  }
}, 'web')
