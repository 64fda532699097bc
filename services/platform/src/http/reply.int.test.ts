import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ErrorRequestHandler } from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { createLog } from '../log.ts'
import { createApp } from './app.ts'
import { reply } from './reply.ts'
import { compileSchema } from './responseSchema.ts'

const Note = z.object({
  id: z.int(),
  text: z.nullable(z.string()),
  at: z.iso.datetime(),
  more: z.optional(z.string()),
})
const schema = compileSchema(z.array(Note))
const notes = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    id,
    text: id % 3 ? `“${id}”\n\u2028 ü` : null,
    at: '2026-11-21T15:00:00.000Z',
    secret: 'never shown',
  }))
const visible = (list: ReturnType<typeof notes>) => list.map(({ secret: _, ...note }) => note)

async function* batches<T>(rows: readonly T[], size = 100): AsyncGenerator<readonly T[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

let server: Server
let base: string
let answer: unknown = []

beforeAll(async () => {
  const app = createApp(createLog('test')).get('/notes', (_req, res) =>
    reply(res, { schema, status: 200, label: 'GET /notes' }, answer),
  )
  app.use(((error, _req, res, _next) => {
    if (res.headersSent) res.destroy()
    else res.status(500).send(error.message)
  }) as ErrorRequestHandler)
  server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

describe.each([
  ['an array', (rows: unknown[]) => rows],
  ['batches', (rows: unknown[]) => batches(rows)],
])('a list answered as %s', (_name, listOf) => {
  it.each([0, 1, 99, 100, 101, 1_234])(
    'of %i rows is sent whole, without fields its schema does not name',
    async (count) => {
      answer = listOf(notes(count))
      const response = await fetch(`${base}/notes`)
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await response.json()).toEqual(visible(notes(count)))
    },
  )

  it('a row that does not match the response schema is an error', async () => {
    answer = listOf([...notes(20), { id: 'x' }])
    const response = await fetch(`${base}/notes`)
    expect([response.status, await response.text()]).toEqual([500, 'GET /notes answered another shape'])
  })

  it('is answered with 304 while it is unchanged', async () => {
    answer = listOf(notes(400))
    const etag = (await fetch(`${base}/notes`)).headers.get('etag') as string
    const again = () => fetch(`${base}/notes`, { headers: { 'if-none-match': etag } })
    answer = listOf(notes(400))
    expect((await again()).status).toBe(304)
    answer = listOf(notes(401))
    expect((await again()).status).toBe(200)
  })
})

describe('a long list', () => {
  // more than is held back
  const many = notes(20_000)

  it('is sent as it is read, and so without an ETag', async () => {
    answer = batches(many)
    const response = await fetch(`${base}/notes`)
    expect(response.headers.get('etag')).toBeNull()
    expect(await response.json()).toEqual(visible(many))
  })

  it('is answered with an error when it fails before something is sent', async () => {
    answer = (async function* () {
      yield notes(10)
      throw new Error('no more rows')
    })()
    const response = await fetch(`${base}/notes`)
    expect([response.status, await response.text()]).toEqual([500, 'no more rows'])
  })

  it('breaks off when it fails later, so that a part does not look complete', async () => {
    answer = (async function* () {
      yield many
      throw new Error('connection lost')
    })()
    await expect(fetch(`${base}/notes`).then((response) => response.json())).rejects.toThrow()
  })

  it('does not wait for a client that does not read', async () => {
    let isReleased = false
    answer = (async function* () {
      try {
        yield* batches(notes(100_000), 1_000)
      } finally {
        isReleased = true
      }
    })()
    const leaving = new AbortController()
    await fetch(`${base}/notes`, { signal: leaving.signal })
    await expect.poll(() => isReleased).toBe(true)
    leaving.abort()
  })

  it('is cut off where clients that do not read would fill the memory, the one that waited longest first', async () => {
    const large = Array.from({ length: 45 }, () => ({ ...notes(1)[0], more: 'x'.repeat(1_000_000) }))
    const cutOff: string[] = []
    const watch = (req: IncomingMessage, res: ServerResponse) =>
      res.on('close', () => res.writableFinished || cutOff.push(req.url ?? ''))
    server.on('request', watch)
    const open = async (name: string) => {
      const isOver = Promise.withResolvers<void>()
      answer = (async function* () {
        try {
          for (const row of large) yield [row]
        } finally {
          isOver.resolve()
        }
      })()
      const call = request(`${base}/notes?${name}`, (response) => response.pause().on('error', () => {}))
      call.on('error', () => {}).end()
      // it is read to its end, or given up
      await isOver.promise
      return call
    }
    const calls = [await open('first'), await open('second')]
    await expect.poll(() => cutOff).toEqual(['/notes?first'])
    for (const call of calls) call.destroy()
    server.off('request', watch)
  })

  it('stops reading when its client disconnects', async () => {
    let isReleased = false
    answer = (async function* () {
      try {
        yield many
        for (;;) {
          yield notes(10)
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
      } finally {
        isReleased = true
      }
    })()
    const leaving = new AbortController()
    await fetch(`${base}/notes`, { signal: leaving.signal })
    expect(isReleased).toBe(false)
    leaving.abort()
    await expect.poll(() => isReleased).toBe(true)
  })

  it('at most two lists are streamed at a time, so that connections remain for short requests', async () => {
    let reading = 0
    let maxReading = 0
    const two = Promise.withResolvers<void>()
    answer = {
      async *[Symbol.asyncIterator]() {
        maxReading = Math.max(maxReading, ++reading)
        if (reading === 2) two.resolve()
        await two.promise
        await new Promise((resolve) => setTimeout(resolve, 20))
        yield notes(10)
        reading--
      },
    }
    const lists = Array.from({ length: 6 }, () => fetch(`${base}/notes`).then((response) => response.json()))
    for (const list of await Promise.all(lists)) expect(list).toEqual(visible(notes(10)))
    expect(maxReading).toBe(2)
  })

  it('other requests are answered while a list is streamed', async () => {
    answer = batches(notes(200_000), 1_000)
    const long = await fetch(`${base}/notes`)
    answer = notes(2)
    expect(await (await fetch(`${base}/notes`)).json()).toEqual(visible(notes(2)))
    expect((await long.text()).length).toBeGreaterThan(1_000_000)
  })
})

it('a compiled schema accepts and refuses what the plain one does', () => {
  const cases = [
    ...visible(notes(3)),
    { id: 1.5, text: '', at: 'x' },
    null,
    { id: 1 },
    { ...notes(1)[0], text: 1 },
  ]
  for (const value of cases)
    expect(z.safeParse(schema as typeof Note, [value]).success).toBe(z.safeParse(Note, value).success)
})
