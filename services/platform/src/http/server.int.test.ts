import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setImmediate as nextPoll, setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import express from 'express'
import { describe, expect, it } from 'vitest'
import { createShutdown, healthRoutes, type Listening, listenHttp } from './index.ts'

const begun = new Set<string>()

/** Blocks the event loop. */
function block(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

/** Blocks for so long, and on until a client in another thread has sent. */
function blockUntil(sent: Int32Array | undefined, ms: number): void {
  block(ms)
  if (sent) Atomics.wait(sent, 0, 0, 5_000)
}
/** Of the client that sends while another one's request blocks. */
let meanwhile: Int32Array | undefined

const start = async (trustProxy: string | false = false) => {
  const shutdown = createShutdown()
  const app = express().set('trust proxy', trustProxy)
  app.use(shutdown.middleware, healthRoutes({ store: async () => {} }, shutdown.isShuttingDown))
  app.get('/slow/:id', async (req, res) => {
    begun.add(req.params.id)
    await sleep(req.params.id === 'waiting' ? 200 : 30)
    res.send('done')
  })
  app.get('/blocking', (_req, res) => {
    blockUntil(meanwhile, 200)
    res.send('done')
  })
  return listenHttp(app, 0, '127.0.0.1', shutdown)
}

type Outcome = { ok: boolean; broken: boolean }

/** Broken is a request that had begun, or that went out on a connection the server had kept open. */
const get = (agent: Agent, port: number, id: string) =>
  new Promise<Outcome>((resolve) => {
    const call = request({ agent, port, host: '127.0.0.1', path: `/slow/${id}` }, (res) => {
      res.resume()
      res.on('end', () => resolve({ ok: true, broken: false }))
      res.on('error', () => resolve({ ok: false, broken: true }))
    })
    call.on('error', () => resolve({ ok: false, broken: begun.has(id) || call.reusedSocket }))
    call.end()
  })

it('a graceful shutdown under busy keep-alive clients breaks no request and is quick', async () => {
  const listening = await start()
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const outcomes: Outcome[] = []
  const client = async (name: number) => {
    for (let n = 0; ; n++) {
      const outcome = await get(agent, listening.port, `${name}-${n}`)
      outcomes.push(outcome)
      // refused: the sign to reconnect to another process
      if (!outcome.ok) return
    }
  }
  const clients = Array.from({ length: 20 }, (_, name) => client(name))
  await expect.poll(() => outcomes.length, { timeout: 10_000 }).toBeGreaterThan(100)
  const started = performance.now()
  await listening.stop()
  const took = performance.now() - started
  await Promise.all(clients)
  expect(outcomes.filter((outcome) => outcome.broken)).toEqual([])
  // what does not end is closed after ten seconds
  expect(took).toBeLessThan(8_000)
})

it('an unused connection is kept for longer than a proxy keeps it', async () => {
  const listening = await start()
  const answer = await fetch(`http://127.0.0.1:${listening.port}/slow/kept`)
  expect(Number(/timeout=(\d+)/.exec(String(answer.headers.get('keep-alive')))?.[1])).toBeGreaterThan(60)
  await listening.stop()
})

it('a request that is open when shutdown starts is answered with Connection: close', async () => {
  const listening = await start()
  const agent = new Agent({ keepAlive: true })
  const connection = new Promise((resolve) => {
    const call = request({ agent, port: listening.port, host: '127.0.0.1', path: '/slow/waiting' }, (res) => {
      res.resume()
      resolve(res.headers.connection)
    })
    call.end()
  })
  await expect.poll(() => begun.has('waiting'), { interval: 1 }).toBe(true)
  const stopped = listening.stop()
  expect(await connection).toBe('close')
  await stopped
})

// keeps a connection open, and asks again whatever the server's thread is doing
const client = `const { connect } = require('node:net')
const { parentPort, workerData: { port, path, againMs, sent } } = require('node:worker_threads')
const socket = connect(port, '127.0.0.1')
const send = () => socket.write('GET ' + path + ' HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
let answers = 0
socket.on('data', (chunk) => {
  answers += String(chunk).split('HTTP/1.1 200').length - 1
  if (answers === 1) parentPort.postMessage('asked')
})
socket.on('error', () => {})
socket.on('close', () => parentPort.postMessage(answers))
const sendAgain = () => {
  send()
  Atomics.store(sent, 0, 1)
  Atomics.notify(sent, 0)
}
parentPort.on('message', () => setTimeout(sendAgain, againMs))
send()`

async function startClient(port: number, path: string, againMs: number) {
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(client, { eval: true, workerData: { port, path, againMs, sent } })
  const nextMessage = () => new Promise((resolve) => worker.once('message', resolve))
  expect(await nextMessage()).toBe('asked')
  return {
    /** One when it has asked again. */
    sent,
    /** Asks again, and answers how many answers came in all. */
    again: () => {
      const answers = nextMessage()
      worker.postMessage('again')
      return answers
    },
    stop: () => worker.terminate(),
  }
}

it('a request that arrived while the event loop was blocked is read before its connection is closed as idle', async () => {
  const { port, stop } = await start()
  // stopping closes what is idle 400 ms after it began: the request comes before, and is there unread when it does
  const late = await startClient(port, '/slow/late', 350)
  const answers = late.again()
  const stopped = stop()
  await sleep(330)
  // behind this come timers, and only then what has arrived
  await nextPoll()
  blockUntil(late.sent, 200)
  await stopped
  expect(await answers).toBe(2)
  await late.stop()
})

it('a request that arrived while another one blocked the event loop is read, too', async () => {
  const { port, stop } = await start()
  // the first is read when its connection is due to be closed, from 530 to 730 ms; the second comes meanwhile
  const [first, second] = [
    await startClient(port, '/blocking', 350),
    await startClient(port, '/slow/late', 630),
  ]
  meanwhile = second.sent
  const answers = [first, second].map((it) => it.again())
  const stopped = stop()
  await sleep(330)
  await nextPoll()
  blockUntil(first.sent, 200)
  await stopped
  expect(await Promise.all(answers)).toEqual([2, 2])
  for (const each of [first, second]) await each.stop()
})

// connects and sends while the server's event loop is blocked, and reports when all connections are pending
const crowd = `const { connect } = require('node:net')
const { parentPort, workerData: { port, people, pending } } = require('node:worker_threads')
const visit = () => new Promise((done) => {
  let said = ''
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET /slow/knocked HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
    if (Atomics.add(pending, 0, 1) === people - 1) {
      Atomics.store(pending, 1, 1)
      Atomics.notify(pending, 1)
    }
  })
  socket.on('data', (chunk) => (said += chunk))
  socket.on('error', (error) => (said = error.code))
  socket.on('close', () => done(said.slice(0, 12)))
})
parentPort.once('message', async () => {
  parentPort.postMessage(await Promise.all(Array.from({ length: people }, visit)))
})
parentPort.postMessage('here')`

it('connections that are pending when the listener closes are accepted', async () => {
  const { port, stop } = await start()
  const people = 6
  // how many are pending, and what is waited on
  const pending = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(crowd, { eval: true, workerData: { port, people, pending } })
  const nextMessage = () => new Promise((resolve) => worker.once('message', resolve))
  await nextMessage()
  const outcomes = nextMessage()
  const stopped = stop()
  await sleep(200)
  worker.postMessage('go')
  // they may be there before this waits
  expect(Atomics.wait(pending, 1, 0, 5_000)).not.toBe('timed-out')
  // the listener is due to close while all of them wait
  block(150)
  await stopped
  expect(await outcomes).toEqual(Array(people).fill('HTTP/1.1 200'))
  await worker.terminate()
})

it('a connection opened in advance does not delay shutdown and can still send a request for a moment', async () => {
  const { port, stop } = await start()
  const [silent, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')]
  await Promise.all([silent, late].map((socket) => once(socket, 'connect')))
  silent.resume()
  const gone = once(silent, 'close')
  const answer = once(late, 'data')
  const began = performance.now()
  const stopped = stop()
  setTimeout(() => late.write('GET /slow/advance HTTP/1.1\r\nHost: x\r\n\r\n'), 500)
  expect(String(await answer)).toContain('HTTP/1.1 200')
  await Promise.all([stopped, gone])
  // by force it is closed after ten seconds
  expect(performance.now() - began).toBeLessThan(8_000)
})

it('a port in use is reported in one clear sentence', async () => {
  const first = await start()
  await expect(listenHttp(express(), first.port, '127.0.0.1', createShutdown())).rejects.toThrow(
    `Port ${first.port} on 127.0.0.1 is already taken. Set PORT to a free one.`,
  )
  await first.stop()
})

it('readiness names unavailable dependencies while liveness stays 200', async () => {
  const shutdown = createShutdown()
  const app = express().use(
    healthRoutes(
      { database: () => Promise.reject(new Error('secret host name')), hung: () => new Promise(() => {}) },
      shutdown.isShuttingDown,
    ),
  )
  const { url, stop } = await listenHttp(app, 0, '127.0.0.1', shutdown)
  const ready = await fetch(`${url}/readyz`)
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'unavailable', database: 'away', hung: 'away' },
  ])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await stop()
})

describe('connections of one address', () => {
  /** Opens so many that send half a request, and answers how many of them were not closed. */
  async function openSlow({ server, port }: Listening, count: number) {
    // on a busy machine the first would be closed as slow before the last is there
    server.headersTimeout = server.requestTimeout = 0
    const sockets: Socket[] = []
    // more at once would not fit into the queue of the operating system
    while (sockets.length < count) {
      const group = Array.from({ length: Math.min(300, count - sockets.length) }, () => {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => {})
        socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ')
        return socket
      })
      await Promise.all(group.map((it) => (it.connecting ? once(it, 'connect').catch(() => {}) : null)))
      sockets.push(...group)
    }
    await sleep(500)
    return { sockets, left: () => sockets.filter((it) => !it.destroyed && it.readable).length }
  }
  /** The status another address gets; 0 when its connection is refused. */
  const askFromElsewhere = (port: number) =>
    new Promise<number>((resolve) => {
      const call = request(
        { port, host: '127.0.0.1', localAddress: '127.0.0.2', path: '/healthz', agent: false },
        (res) => {
          res.resume()
          resolve(res.statusCode ?? 0)
        },
      )
      call.on('error', () => resolve(0))
      call.end()
    })

  it('one address has at most 500 connections, so that others are still accepted', async () => {
    const listening = await start()
    const { sockets, left } = await openSlow(listening, 2_100)
    await expect.poll(left).toBe(500)
    expect(await askFromElsewhere(listening.port)).toBe(200)
    // closed ones make room again
    for (const socket of sockets) socket.destroy()
    const again = async () => {
      const { sockets, left } = await openSlow(listening, 10)
      const count = left()
      for (const socket of sockets) socket.destroy()
      return count
    }
    await expect.poll(again).toBe(10)
    await listening.stop()
  })

  it('a trusted proxy has no limit of connections; without the limit one address blocks others (negative control)', async () => {
    const listening = await start('127.0.0.1')
    const { sockets, left } = await openSlow(listening, 2_100)
    await expect.poll(left).toBe(2_000)
    expect(await askFromElsewhere(listening.port)).toBe(0)
    for (const socket of sockets) socket.destroy()
    await listening.stop()
  })
})
