import { newGatewayKeys } from '../keys/newGatewayKeys.ts'
import { lastingPort } from '../postgres/port.ts'
import { serviceNames } from '../services.ts'
import type { SupervisorSettings } from './startPrepare.ts'
import { type Supervised, supervise } from './supervise.ts'

/** The gateway and its services in one process, or each in a process of its own. */
export type Topology = 'together' | 'distributed'
export type ProcessOptions = {
  databaseUrl: string
  settings: Pick<SupervisorSettings, 'address' | 'ops'>
  log: (line: string) => void
}

/** Starts the processes of the product on this machine; they are `ready` when all are. The address is the product's. */
export async function startProcesses(topology: Topology, options: ProcessOptions): Promise<Supervised> {
  const ports = topology === 'together' ? undefined : await distinctPorts()
  // first what brings read models up to date: what answers people waits for that
  const worker = start('worker', 0, {}, options)
  const answering = ports ? startApart(ports, options) : start('web', 1, {}, options)
  return {
    ready: Promise.all([answering.ready, worker.ready]).then(([url]) => url),
    stop: async () => {
      // first what takes requests: none may come in that cannot be answered
      await answering.stop()
      await worker.stop()
    },
  }
}

/** Every service on a port of its own, which it comes back to, and then a gateway that alone can sign who calls. */
function startApart(ports: ReadonlyMap<string, number>, options: ProcessOptions): Supervised {
  const { GATEWAY_SIGNING_KEY, GATEWAY_PUBLIC_KEYS } = newGatewayKeys()
  const services = [...ports].map(([name, port], index) => {
    // the port that people use is the gateway's
    const env = {
      GATEWAY_PUBLIC_KEYS,
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: options.settings.address,
    }
    return start(`service ${name}`, index + 2, env, options)
  })
  const urls = [...ports].map(([name, port]) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${port}`])
  let gateway: Supervised | undefined
  const startGateway = async () => {
    await Promise.all(services.map(({ ready }) => ready))
    gateway = start('gateway', 1, { GATEWAY_SIGNING_KEY, ...Object.fromEntries(urls) }, options)
    return gateway.ready
  }
  return {
    ready: startGateway(),
    stop: async () => {
      await gateway?.stop()
      await Promise.all(services.map((service) => service.stop()))
    },
  }
}

async function distinctPorts(): Promise<Map<string, number>> {
  const ports = new Map<string, number>()
  for (const name of serviceNames) {
    let port = await lastingPort(0)
    while ([...ports.values()].includes(port)) port = await lastingPort(0)
    ports.set(name, port)
  }
  return ports
}

/** On one machine every process has an operations port of its own: the worker's, the gateway's, then the services'. */
const start = (
  name: string,
  place: number,
  env: Record<string, string>,
  { databaseUrl, settings, log }: ProcessOptions,
): Supervised => {
  const own: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    ...(settings.ops && { OPS_PORT: String(settings.ops.port + place) }),
    ...env,
  }
  // instead of a file that the environment names for the same secret
  const noFiles = Object.fromEntries(Object.keys(own).map((variable) => [`${variable}_FILE`, '']))
  return supervise(name, { log, env: { ...own, ...noFiles } })
}
