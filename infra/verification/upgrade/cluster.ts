import { connect, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { newGatewayKeys } from '../../processes/keys/newGatewayKeys.ts'
import { type ServiceName, serviceNames } from '../../processes/services.ts'
import type { Topology } from '../../processes/supervisor/topology.ts'
import { ownPort } from '../e2e/product.ts'
import { type ReadyProcess, type ReleaseRole, startReleaseProcess } from './releaseProcess.ts'

/** What runs in a topology; the last answers people. */
const rolesOf: Record<Topology, readonly ReleaseRole[]> = {
  together: ['worker', 'web'],
  distributed: ['worker', ...serviceNames, 'gateway'],
}

// so long a balancer sends connections to a process that will stop
const noticeMs = 100

export type ClusterOptions = { topology: Topology; env: Record<string, string> }
export type Cluster = Awaited<ReturnType<typeof openCluster>>

/** Processes of several releases side by side, each role behind an address of its own, as in a cluster. */
export async function openCluster({ topology, env }: ClusterOptions) {
  const roles = rolesOf[topology]
  const front = roles.at(-1) as ReleaseRole
  type Running = { root: string; role: ReleaseRole; process: ReadyProcess }
  const running = new Set<Running>()
  /** Processes that get connections, by role. */
  const ready = new Map(roles.map((role) => [role, [] as string[]]))
  const urlsOf = (role: ReleaseRole) => ready.get(role) as string[]
  const addresses = new Map<ReleaseRole, Balancer>()
  for (const role of roles) if (role !== 'worker') addresses.set(role, await openBalancer(() => urlsOf(role)))
  const addressOf = (role: ReleaseRole) => (addresses.get(role) as Balancer).url

  const keys = newGatewayKeys()
  const envOf = (role: ReleaseRole): Record<string, string> => {
    if (role === 'gateway')
      return {
        GATEWAY_SIGNING_KEY: keys.GATEWAY_SIGNING_KEY,
        ...Object.fromEntries(serviceNames.map((name) => [`${name.toUpperCase()}_URL`, addressOf(name)])),
      }
    return isService(role) ? { GATEWAY_PUBLIC_KEYS: keys.GATEWAY_PUBLIC_KEYS } : {}
  }
  /** Processes that ended though nothing stopped them. */
  const crashes: string[] = []
  const stop = async (it: Running) => {
    const { url } = it.process
    const urls = urlsOf(it.role)
    if (urls.includes(url)) {
      urls.splice(urls.indexOf(url), 1)
      await sleep(noticeMs)
    }
    running.delete(it)
    await it.process.stop()
  }

  return {
    roles,
    crashes,
    /** Where people reach whichever process answers them. */
    url: addressOf(front),
    /** Every process that answers people. */
    urls: (): readonly string[] => urlsOf(front),
    /** Starts a process of a release; it gets connections when it is ready. */
    start: async (root: string, role: ReleaseRole): Promise<void> => {
      const own = { ...env, ...envOf(role), PORT: String(await ownPort()) }
      const begin = () => startReleaseProcess(root, role, own)
      // as a cluster does: on a busy machine the database may not answer a process in time
      const process = await begin().catch(begin)
      const started = { root, role, process }
      running.add(started)
      void process.ended.then((how) => running.has(started) && crashes.push(how))
      if (role !== 'worker') urlsOf(role).push(process.url)
    },
    /** Stops the process of a release after it gets no more connections. */
    stop: async (root: string, role: ReleaseRole): Promise<void> => {
      for (const it of [...running]) if (it.root === root && it.role === role) await stop(it)
    },
    close: async (): Promise<void> => {
      const last = [...running]
      running.clear()
      await Promise.all(last.map(({ process }) => process.stop()))
      for (const { server } of addresses.values()) server.close()
    },
  }
}

const services: readonly string[] = serviceNames
const isService = (role: ReleaseRole): role is ServiceName => services.includes(role)

type Balancer = { url: string; server: Server }

/** Gives every new connection to the next of the processes at `urls`. */
async function openBalancer(urls: () => readonly string[]): Promise<Balancer> {
  let turn = 0
  const server = createServer((near) => {
    const all = urls()
    const next = all[turn++ % all.length]
    near.on('error', () => {})
    if (!next) return void near.destroy()
    const far = connect(Number(new URL(next).port), '127.0.0.1')
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    for (const socket of [near, far]) socket.setNoDelay(true)
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { server, url: `http://localhost:${(server.address() as { port: number }).port}` }
}
