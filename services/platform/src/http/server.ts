import { setMaxListeners } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextPoll, setTimeout as sleep } from 'node:timers/promises'
import type { Express, RequestHandler, Response } from 'express'

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
}
const maxConnections = 2_000
// more than an office behind one address needs, with six to a browser; a quarter of all
const maxConnectionsPerAddress = 500
const farewellMs = 300
const lastWordsMs = 100
const mostKnocksMs = 1_000
const quietMs = 0.04
const silenceMs = 300
const hardStopMs = 10_000

export type Listening = {
  url: string
  port: number
  server: Server
  /** Stops without breaking a request: says goodbye on every connection first, then closes. */
  stop: () => Promise<void>
}

/**
 * Knows whether the process is going; its middleware asks clients not to come back on this connection, those too that
 * were waiting for their answer when it began to go.
 */
export function createFarewell() {
  const going = new AbortController()
  setMaxListeners(0, going.signal)
  const waiting = new Set<Response>()
  const last = (res: Response) => res.headersSent || res.set('Connection', 'close')
  const middleware: RequestHandler = (_req, res, next) => {
    waiting.add(res)
    res.once('close', () => waiting.delete(res))
    if (going.signal.aborted) last(res)
    next()
  }
  return {
    middleware,
    /** Aborted when the process is going: for answers that would never end by themselves. */
    signal: going.signal,
    stopping: () => going.signal.aborted,
    begin: () => {
      going.abort()
      for (const res of waiting) last(res)
    },
  }
}
export type Farewell = ReturnType<typeof createFarewell>

/** Listens, or throws one clear sentence when the port is taken. Port 0 takes a free one. */
export async function listenHttp(
  app: Express,
  port: number,
  host: string,
  farewell: Farewell,
): Promise<Listening> {
  const server = createServer(limits, app)
  server.maxConnections = maxConnections
  const open = new Set<Socket>()
  const limitAddress = createAddressLimit(app.get('trust proxy fn'))
  server.on('connection', (socket) => {
    limitAddress(socket)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  await new Promise<void>((resolve, no) => {
    server.once('error', (error: NodeJS.ErrnoException) => no(explain(error, port, host)))
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  const name = host.includes(':')
    ? `[${host}]`
    : host === '127.0.0.1' || host === '0.0.0.0'
      ? 'localhost'
      : host
  return {
    server,
    port: address.port,
    url: `http://${name}:${address.port}`,
    stop: () => drain(server, open, farewell),
  }
}

/**
 * Closes connections of an address that has too many, so that one that opens them and is silent turns nobody else away.
 * A trusted proxy carries those of many, and is not limited.
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

/** What belongs to one customer of a provider: an IPv4 address, or a /56 of IPv6. */
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

/**
 * Lets nobody in any more. Closing resets whoever has knocked and is not let in yet, and a poll lets in one: the moment is
 * right after a poll that found nobody at the door and next to nothing else to do.
 */
function shutTheDoor(server: Server): Promise<void> {
  // http's own close would also cut those who were let in and have not been read yet
  const shut = NetServer.prototype.close.bind(server)
  const began = performance.now()
  let before = began
  let somebody = true
  server.on('connection', () => {
    somebody = true
  })
  return new Promise((resolve) => {
    const look = () => {
      const now = performance.now()
      // the longer there is no quiet, the less of it will do
      const quiet = !somebody && now - before < Math.max(quietMs, (now - began) / 500)
      if (quiet || now - began > mostKnocksMs) {
        shut()
        resolve()
        return
      }
      somebody = false
      before = now
      setImmediate(look)
    }
    setImmediate(look)
  })
}

async function drain(server: Server, open: ReadonlySet<Socket>, farewell: Farewell): Promise<void> {
  farewell.begin()
  await sleep(farewellMs)
  const closed = new Promise((resolve) => server.once('close', resolve))
  await shutTheDoor(server)
  await sleep(lastWordsMs)
  // after a poll here too: behind a request that has come and was not read yet a connection looks idle
  await nextPoll()
  server.closeIdleConnections()
  // browsers connect before they have anything to ask
  const silence = setTimeout(async () => {
    await nextPoll()
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }, silenceMs)
  const hard = setTimeout(() => server.closeAllConnections(), hardStopMs)
  await closed
  for (const timer of [silence, hard]) clearTimeout(timer)
}
