import { createRemoteService } from '@plumbline/gateway/gateway'
import {
  changePassword,
  type PasswordRefusal,
  revokeAccess,
  signIn,
  type User,
} from '@plumbline/identity/api'
import { createLog } from '@plumbline/platform/log'
import { readConfig } from '../config.ts'
import { runChild } from './child.ts'
import { declared } from './declared.ts'
import { serveFront } from './front.ts'
import { readSigningKey } from './keys.ts'
import { createPools, type ServiceName, serviceNames } from './services.ts'

/** The gateway alone; the services are where the environment says. */
await runChild(async () => {
  const config = readConfig()
  const log = createLog('gateway')
  const pools = createPools(config, log)
  const signingKey = await readSigningKey(config.gatewaySigningKey)
  const remote = <Name extends ServiceName | 'identity'>(name: Name) => {
    const url = config.serviceUrls[name]
    if (!url) throw new Error(`${name.toUpperCase()}_URL is missing: where the ${name} service listens.`)
    return { ...createRemoteService({ name, url, log }), name }
  }
  const identity = remote('identity')
  const remotes = serviceNames.map(remote)
  const front = await serveFront({
    config,
    log,
    pools,
    upstreams: remotes.map(({ name, router }) => ({ name, router, endpoints: declared[name] })),
    signIn: async (credentials) => (await identity.call(signIn.path, credentials, signingKey)) as User | null,
    changePassword: async (userId, change) =>
      (await identity.call(changePassword.path, { userId, change }, signingKey)) as PasswordRefusal | null,
    revokeAccess: async (userId) => void (await identity.call(revokeAccess.path, { userId }, signingKey)),
    signingKey,
  })
  return {
    ...front,
    stop: async () => {
      await front.stop()
      await Promise.all([identity, ...remotes].map((it) => it.close()))
      await pools.end()
    },
  }
}, 'gateway')
