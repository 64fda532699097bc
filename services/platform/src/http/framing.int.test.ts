import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/index.ts'
import { createApp, createShutdown, errorHandler, jsonBody, type Listening, listenHttp } from './index.ts'

let database: TestDatabase
let listening: Listening
let requests: string[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  const app = createApp(database.log)
  app.use((req, _res, next) => {
    requests.push(`${req.method} ${req.url}`)
    next()
  })
  app.post('/echo', ...jsonBody(), (req, res) => {
    res.json(req.body)
  })
  app.get('/echo', ...jsonBody(), (req, res) => {
    res.json(req.query)
  })
  app.use(errorHandler(database.log))
  listening = await listenHttp(app, 0, '127.0.0.1', createShutdown())
})
afterAll(async () => {
  await listening.stop()
  await database.drop()
})

/** Sends these bytes and answers the status of every answer that came back. */
async function raw(bytes: string): Promise<number[]> {
  requests = []
  const socket = connect(listening.port, '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => {})
  socket.end(bytes)
  const answer = await text(socket).catch(() => '')
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
}

const post = (headers: string, body: string) =>
  `POST /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
const hidden = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n'

describe('a request that can be read in two ways', () => {
  it.each([
    ['two lengths', post('Content-Length: 2\r\nContent-Length: 9', '{}')],
    ['a length and chunks', post('Content-Length: 5\r\nTransfer-Encoding: chunked', `0\r\n\r\n${hidden}`)],
    ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${hidden}`)],
    ['an encoding that is none', post('Transfer-Encoding: xchunked', `0\r\n\r\n${hidden}`)],
    ['chunks that are not last', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${hidden}`)],
    ['a blank before the colon', post('Transfer-Encoding : chunked', `0\r\n\r\n${hidden}`)],
    ['a length that is no number', post('Content-Length: +2', '{}')],
    ['a chunk whose size is no number', post('Transfer-Encoding: chunked', 'zz\r\n{}\r\n0\r\n\r\n')],
    ['a header that goes on in the next line', post('X-A: 1\r\n Transfer-Encoding: chunked', '{}')],
    ['a NUL in a header', post('X-A: \0', '{}')],
    ['two hosts', 'GET /echo HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: close\r\n\r\n'],
    ['the same host twice', 'GET /echo HTTP/1.1\r\nHost: x\r\nHost: x\r\nConnection: close\r\n\r\n'],
  ])('is refused: %s', async (_name, bytes) => {
    expect((await raw(bytes))[0]).toBe(400)
    expect(requests.join()).not.toContain('hidden')
  })

  it('an unambiguous request is accepted', async () => {
    expect(await raw(post('Content-Length: 2', '{}'))).toEqual([200])
    expect(await raw(post('Transfer-Encoding: chunked', '2\r\n{}\r\n0\r\n\r\n'))).toEqual([200])
  })
})

it.each(['TRACE', 'CONNECT'])('%s does not echo the request', async (method) => {
  const statuses = await raw(
    `${method} /echo HTTP/1.1\r\nHost: x\r\nX-Secret: mine\r\nConnection: close\r\n\r\n`,
  )
  expect(statuses.filter((it) => it < 400)).toEqual([])
})

it('headers over 8 kB are rejected with 431, smaller ones are accepted', async () => {
  const get = (bytes: number) =>
    raw(`GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Long: ${'a'.repeat(bytes)}\r\n\r\n`)
  expect(await get(9_000)).toEqual([431])
  expect(requests).toEqual([])
  expect(await get(7_900)).toEqual([200])
})

describe('a JSON body', () => {
  const typed = (type: string, body: string | Buffer<ArrayBuffer>) =>
    fetch(`http://127.0.0.1:${listening.port}/echo`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    })

  it.each(['utf-16', 'utf-16le', 'iso-8859-1', 'us-ascii', '"utf-7"', 'utf-8; charset=utf-16'])(
    'in the character set %s is 415',
    async (charset) => {
      expect((await typed(`application/json; charset=${charset}`, '{"a":"x"}')).status).toBe(415)
      const wide = Buffer.from('{"a":"x"}', 'utf16le')
      expect((await typed(`application/json; charset=${charset}`, wide)).status).toBe(415)
    },
  )

  it.each(['utf-8', 'UTF-8', '"utf-8"'])('a body in the character set %s is accepted', async (charset) => {
    const answer = await typed(`application/json; charset=${charset}`, '{"a":"é"}')
    expect(await answer.json()).toEqual({ a: 'é' })
  })
})

describe('a packed body', () => {
  const packed = (value: unknown, encoding = 'gzip') =>
    fetch(`http://127.0.0.1:${listening.port}/echo`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: gzipSync(JSON.stringify(value)),
    })

  it('a compressed body is limited by its decompressed size', async () => {
    const bomb = { text: 'x'.repeat(5_000_000) }
    expect(gzipSync(JSON.stringify(bomb)).length).toBeLessThan(8_000)
    expect((await packed(bomb)).status).toBe(413)
  })

  it('a small compressed body is read; an invalid one is rejected', async () => {
    expect(await (await packed({ text: 'x'.repeat(60_000) })).json()).toHaveProperty('text')
    expect((await packed({}, 'br')).status).toBe(400)
    expect((await packed({}, 'made-up')).status).toBe(415)
  })
})

describe('a query', () => {
  const get = async (query: string) =>
    (await fetch(`http://127.0.0.1:${listening.port}/echo?${query}`)).status

  it.each(['q=%00', 'q=a%00b', 'q=%2500', 'q=a&q=%00'])('a query with NUL is rejected: %s', async (query) => {
    expect(await get(query)).toBe(400)
  })

  it('a query with any other character is accepted', async () => {
    expect(await get('q=%01%F0%9F%94%A7%20%25')).toBe(200)
  })
})
