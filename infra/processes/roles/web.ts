import { createLog } from '@plumbline/platform/log'
import { readConfig } from '../config.ts'
import { upstreamNames } from '../services.ts'
import { runChild } from '../supervisor/child.ts'
import { joinReleasesOf } from './runningServices.ts'
import { serveGateway } from './serveGateway.ts'
import { createPools, identityInProcess, startRouter } from './startRouter.ts'

/** The gateway with every service's router mounted in the same process. */
await runChild(async () => {
  const config = readConfig()
  const log = createLog('web')
  const pools = createPools(config, log)
  const context = { config, log, pools }
  const { stop: leave, isMixed } = await joinReleasesOf(upstreamNames, context)
  const gateway = await serveGateway({
    ...context,
    identity: await identityInProcess(context),
    upstreams: await Promise.all(
      upstreamNames.map((name) => startRouter(name, context, { identityKey: 'in-process', isMixed })),
    ),
    signingKey: 'in-process',
  })
  return {
    ...gateway,
    stop: async () => {
      await gateway.stop()
      await leave()
      await pools.end()
    },
  }
}, 'web')
