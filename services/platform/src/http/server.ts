import { once, setMaxListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Express, RequestHandler, Response } from 'express'
import { serverUrl } from '../serverUrl.ts'

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // longer than proxies keep theirs (60 s), so that none sends a request just when this end closes
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
}
const maxConnections = 2_000
// more than an office behind one address needs, with six to a browser; a quarter of all
const maxConnectionsPerAddress = 500
const drainNoticeMs = 400
const unusedConnectionTimeoutMs = 300
const forceCloseAfterMs = 10_000

export type Listening = {
  url: string
  port: number
  server: Server
  /** Graceful shutdown: drains, then closes. */
  stop: () => Promise<void>
}

/** Shutdown state. Once started, every response has `Connection: close`, also those to requests already open. */
export function createShutdown() {
  const started = new AbortController()
  setMaxListeners(0, started.signal)
  const open = new Set<Response>()
  const askToReconnect = (res: Response) => res.headersSent || res.set('Connection', 'close')
  const middleware: RequestHandler = (_req, res, next) => {
    open.add(res)
    res.once('close', () => open.delete(res))
    if (started.signal.aborted) askToReconnect(res)
    next()
  }
  return {
    middleware,
    /** Aborted when shutdown starts: for responses that would never end by themselves. */
    signal: started.signal,
    isShuttingDown: () => started.signal.aborted,
    start: () => {
      started.abort()
      for (const res of open) askToReconnect(res)
    },
  }
}
export type Shutdown = ReturnType<typeof createShutdown>

/** Listens, or throws one clear sentence when the port is taken. Port 0 takes a free one. */
export async function listenHttp(
  app: Express,
  port: number,
  host: string,
  shutdown: Shutdown,
): Promise<Listening> {
  const server = createServer(limits, app)
  server.maxConnections = maxConnections
  const open = new Set<Socket>()
  let arrived = 0
  server.on('request', () => {
    arrived += 1
  })
  const limitAddress = createAddressLimit(app.get('trust proxy fn'))
  server.on('connection', (socket) => {
    arrived += 1
    limitAddress(socket)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve, no) => {
    server.once('error', (error: NodeJS.ErrnoException) => no(explain(error, port, host)))
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  return {
    server,
    port: address.port,
    url: serverUrl(host, address.port),
    stop: () => drain({ server, open, arrived: () => arrived }, shutdown),
  }
}

/**
 * Closes connections of an address that has too many, so that one client cannot use up all of them. A trusted proxy
 * carries those of many clients, and is not limited.
 */
function createAddressLimit(isTrusted: (address: string, hop: number) => boolean) {
  const counts = new Map<string, number>()
  return (socket: Socket): void => {
    const address = socket.remoteAddress
    if (address === undefined || isTrusted(address, 0)) return
    const network = networkOf(address)
    const count = (counts.get(network) ?? 0) + 1
    if (count > maxConnectionsPerAddress) {
      socket.destroy()
      return
    }
    counts.set(network, count)
    socket.once('close', () => {
      const left = (counts.get(network) ?? 1) - 1
      if (left === 0) counts.delete(network)
      else counts.set(network, left)
    })
  }
}

/** What a provider gives to one customer: an IPv4 address, or a /56 of IPv6. */
function networkOf(address: string): string {
  const ipv4 = /(?:\d+\.){3}\d+$/.exec(address)?.[0]
  if (ipv4) return ipv4
  const [a = '0', b = '0', c = '0', d = '0'] = (address.split('::')[0] ?? '').split(':')
  return `${a}:${b}:${c}:${d.padStart(4, '0').slice(0, 2)}`
}

function explain(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new Error(`Port ${port} on ${host} is already taken. Set PORT to a free one.`)
  if (error.code === 'EACCES')
    return new Error(`Port ${port} needs more rights than this user has. Set PORT above 1023.`)
  return error
}

/** `arrived` counts connections and requests. */
type Connections = { server: Server; open: ReadonlySet<Socket>; arrived: () => number }

/** Asks clients to reconnect to another process, stops accepting, waits for open requests, then closes what is left. */
async function drain({ server, open, arrived }: Connections, shutdown: Shutdown): Promise<void> {
  shutdown.start()
  await sleep(drainNoticeMs)
  const closed = once(server, 'close')
  await untilNothingArrives(arrived)
  server.close()
  // browsers connect in advance, and then may send nothing
  const unused = setTimeout(async () => {
    await setImmediate()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }, unusedConnectionTimeoutMs)
  const forced = setTimeout(() => server.closeAllConnections(), forceCloseAfterMs)
  await closed
  clearTimeout(unused)
  clearTimeout(forced)
}

const maxTurns = 200
const quietTurnMs = 1

/**
 * Waits for a short turn of the event loop in which no connection and no request arrived: what arrives in a long one is
 * not read yet, so it looks like an idle connection, which is closed, or waits for the listener and is reset.
 */
async function untilNothingArrives(arrived: () => number): Promise<void> {
  for (let turn = 0; turn < maxTurns; turn++) {
    const before = arrived()
    const startedAt = performance.now()
    await setImmediate()
    if (arrived() === before && performance.now() - startedAt < quietTurnMs) return
  }
}
