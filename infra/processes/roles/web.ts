import { serviceNames, upstreamNames } from '../services.ts'
import { runChild } from '../supervisor/child.ts'
import {
  customerLinksInProcess,
  identityInProcess,
  joinReleases,
  openContext,
  pageContentInProcess,
  startRouter,
} from './routers.ts'
import { serveGateway } from './serveGateway.ts'

/** The gateway with every service's router mounted in the same process. */
await runChild(async () => {
  const context = openContext('web')
  const { stop: leave, isMixed } = await joinReleases(serviceNames, context)
  const gateway = await serveGateway({
    ...context,
    identity: await identityInProcess(context),
    page: await pageContentInProcess(context),
    customerLinks: await customerLinksInProcess(context),
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
      await context.pools.end()
    },
  }
}, 'web')
