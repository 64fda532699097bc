import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { compiled, jsonOf } from '../shape.ts'
import { JsonList, reply } from './reply.ts'

const Note = z.object({
  id: z.int(),
  text: z.nullable(z.string()),
  at: z.iso.datetime(),
  more: z.optional(z.string()),
})
const schema = compiled(z.array(Note))
const notes = (count: number) =>
  Array.from({ length: count }, (_, id) => ({
    ...{ id, text: id % 3 ? `“${id}”\n\u2028 ü` : null, at: '2026-11-21T15:00:00.000Z' },
    secret: 'never shown',
  }))

let server: Server
let base: string
let asked = ''
let rows: unknown[] | JsonList<unknown> = []

beforeAll(async () => {
  const app = express().get('/notes', (req, res) => {
    asked = req.url
    return reply({ req, res, status: 200, what: 'GET /notes' }, schema, rows)
  })
  app.get('/ticks', (_req, res) => void res.json(1))
  app.use(((error, _req, res, _next) => res.status(500).send(error.message)) as express.ErrorRequestHandler)
  server = createServer(app).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const shown = (list: ReturnType<typeof notes>) => list.map(({ secret: _, ...note }) => note)

it.each([0, 1, 250, 251, 500, 1_234])(
  'a list of %i is sent whole, without what its schema does not name',
  async (count) => {
    rows = notes(count)
    const answer = await fetch(`${base}/notes`)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toEqual(shown(notes(count)))
  },
)

it.each([0, 250, 251, 1_234])(
  'a list of %i that was stored as JSON is sent as it is, and tagged',
  async (count) => {
    const write = jsonOf(Note, 'the test')
    rows = new JsonList(notes(count).map((note) => write(note)))
    const answer = await fetch(`${base}/notes`)
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await answer.json()).toEqual(shown(notes(count)))
    const headers = { 'if-none-match': answer.headers.get('etag') as string, 'cache-control': 'max-age=0' }
    expect((await fetch(`${base}/notes`, { headers })).status).toBe(304)
    expect(() => write({ id: 'x' } as never)).toThrow('the test made an answer of another shape')
  },
)

it('a long list with one row of another shape is an error and no answer', async () => {
  rows = [...notes(900), { id: 'x' }]
  const answer = await fetch(`${base}/notes`)
  expect([answer.status, await answer.text()]).toEqual([500, 'GET /notes made an answer of another shape'])
})

it('a long list is tagged, and an unchanged one is not sent again', async () => {
  rows = notes(1_000)
  const etag = (await fetch(`${base}/notes`)).headers.get('etag') as string
  const again = () =>
    fetch(`${base}/notes`, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
  expect((await again()).status).toBe(304)
  rows = notes(1_001)
  expect((await again()).status).toBe(200)
})

it.each([0, 3, 250, 251, 1_234])('a list of %i that comes in groups is sent whole', async (count) => {
  const all = [...Array(count).keys()]
  async function* groups() {
    for (let at = 0; at < count; at += 100) yield all.slice(at, at + 100).map((n) => `${n}` as never)
  }
  rows = new JsonList(groups())
  expect(await (await fetch(`${base}/notes`)).json()).toEqual(all)
})

it('a short list does not wait for the long one of somebody else', async () => {
  let go = () => {}
  const turn = new Promise<void>((resolve) => {
    go = resolve
  })
  rows = new JsonList(async function* () {
    await turn
    yield ['1' as never]
  })
  asked = ''
  const long = fetch(`${base}/notes`)
  await expect.poll(() => asked).toBe('/notes')
  for (const short of [
    ['2'],
    (async function* () {
      yield ['2']
    })(),
  ]) {
    rows = new JsonList(short as never)
    expect(await (await fetch(`${base}/notes?short`)).json()).toEqual([2])
  }
  go()
  expect(await (await long).json()).toEqual([1])
})

describe('of those who read slowly', () => {
  const longer = 'x'.repeat(30_000)
  const many = (letter: string) => new JsonList([...Array(700)].map(() => `"${letter}${longer}"` as never))
  const whole = (letter: string) => [...Array(700)].map(() => letter + longer)

  it('the answer stays as it is while others get theirs', async () => {
    rows = many('a')
    const slow = await fetch(`${base}/notes`)
    rows = many('b')
    for (let n = 0; n < 3; n++) expect(await (await fetch(`${base}/notes`)).json()).toEqual(whole('b'))
    expect(await slow.json()).toEqual(whole('a'))
  })

  it('one who leaves in the middle takes nothing along', async () => {
    rows = many('a')
    const leaving = new AbortController()
    await fetch(`${base}/notes`, { signal: leaving.signal })
    const slow = await fetch(`${base}/notes`)
    leaving.abort()
    rows = many('b')
    for (let n = 0; n < 3; n++) expect(await (await fetch(`${base}/notes`)).json()).toEqual(whole('b'))
    expect(await slow.json()).toEqual(whole('a'))
  })
})

it('a compiled schema lets through and refuses what the plain one does', () => {
  const cases = [
    ...shown(notes(3)),
    { id: 1.5, text: '', at: 'x' },
    null,
    { id: 1 },
    { ...notes(1)[0], text: 1 },
  ]
  for (const value of cases)
    expect(z.safeParse(schema as typeof Note, [value]).success).toBe(z.safeParse(Note, value).success)
})
