import { lastingPort } from '../tooling/embedded/port.ts'
import { newGatewayKeys } from './newGatewayKeys.ts'
import { serviceNames } from './services.ts'
import type { SupervisorSettings } from './startSetUp.ts'
import { type Supervised, supervise } from './supervise.ts'

/** The gateway and its services in one process, or each in a process of its own. */
export type Topology = 'together' | 'distributed'
export type ProcessOptions = {
  databaseUrl: string
  settings: Pick<SupervisorSettings, 'address' | 'ops'>
  log: (line: string) => void
}

/** Where people reach the product, and how to stop all of its processes. */
export type Processes = { url: string; stop: () => Promise<void> }

/** Starts the processes of the product on this machine. */
export async function startProcesses(topology: Topology, options: ProcessOptions): Promise<Processes> {
  const [answering, worker] = await allOrNone([
    topology === 'together' ? start('web', 1, {}, options) : startApart(options),
    start('worker', 0, {}, options),
  ])
  const stop = async () => {
    // first what takes requests: none may come in that cannot be answered
    await answering.stop()
    await worker.stop()
  }
  return { url: answering.url ?? '', stop }
}

/** Every service on a port of its own, which it comes back to, and a gateway that alone can sign who calls. */
async function startApart(options: ProcessOptions): Promise<Supervised> {
  const { GATEWAY_SIGNING_KEY, GATEWAY_PUBLIC_KEYS } = newGatewayKeys()
  const ports = await distinctPorts(serviceNames)
  const services = await allOrNone(
    [...ports].map(([name, port], index) => {
      // the port that people use is the gateway's
      const env = {
        GATEWAY_PUBLIC_KEYS,
        HOST: '127.0.0.1',
        PORT: String(port),
        PUBLIC_URL: options.settings.address,
      }
      return start(`service ${name}`, index + 2, env, options)
    }),
  )
  const urls = [...ports].map(([name, port]) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${port}`])
  const env = { GATEWAY_SIGNING_KEY, ...Object.fromEntries(urls) }
  const [gateway] = await allOrNone([start('gateway', 1, env, options), ...services])
  return {
    url: gateway.url,
    stop: async () => {
      await gateway.stop()
      await Promise.all(services.map((service) => service.stop()))
    },
  }
}

/** Waits until all have started; when one does not, the others are stopped again. */
async function allOrNone<const T extends readonly (Supervised | Promise<Supervised>)[]>(starting: T) {
  const outcomes = await Promise.allSettled(starting)
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) {
    const started = outcomes.filter((outcome) => outcome.status === 'fulfilled')
    await Promise.all(started.map(({ value }) => value.stop()))
    throw failed.reason
  }
  return Promise.all(starting) as Promise<{ [K in keyof T]: Supervised }>
}

async function distinctPorts(names: readonly string[]): Promise<Map<string, number>> {
  const ports = new Map<string, number>()
  for (const name of names) {
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
): Promise<Supervised> => {
  const own: Record<string, string> = {
    DATABASE_URL: databaseUrl,
    ...(settings.ops && { OPS_PORT: String(settings.ops.port + place) }),
    ...env,
  }
  // instead of a file that the environment names for the same secret
  const noFiles = Object.fromEntries(Object.keys(own).map((variable) => [`${variable}_FILE`, '']))
  return supervise(name, { log, env: { ...own, ...noFiles } })
}
