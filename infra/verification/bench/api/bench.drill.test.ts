import { afterAll, beforeAll, expect, it } from 'vitest'
import { withPostgres } from '../store.ts'
import { openSite, type Side, type Site } from './apiSite.ts'
import { benchApi } from './bench.ts'
import { type CaseName, caseOf, cases } from './cases.ts'

const rows = 300

it('measures every call on both sides, the event loop and memory', async () => {
  const plan = { sizes: [rows, rows + 100], rounds: 1, seconds: 0.1, distributed: false }
  const { compared, delay, memory } = await benchApi(plan)
  expect(Object.keys(compared[rows] ?? {})).toEqual(Object.keys(cases))
  for (const [name, { ours, plain, ratio, p99Ratio }] of Object.entries(compared[rows] ?? {})) {
    expect(Math.min(ours.requests, plain.requests, ratio), name).toBeGreaterThan(0)
    // in whole milliseconds, of which a cheap read may need none
    if (caseOf(name as CaseName).kind === 'write') expect(p99Ratio, name).toBeGreaterThan(0)
  }
  // sixteen cheap answers may take less than the 10 ms in which the kernel counts processor time; few calls are as cheap
  for (const side of ['ours', 'plain'] as const) {
    const each = Object.values(compared[rows] ?? {}).map((comparison) => comparison[side].cpuMs)
    expect(Math.min(...each), side).toBeGreaterThanOrEqual(0)
    expect(each.filter((ms) => ms > 0).length, side).toBeGreaterThan(each.length / 2)
  }
  const larger = Object.entries(compared[rows + 100] ?? {})
  const names = Object.keys(cases) as CaseName[]
  expect(larger.map(([name]) => name)).toEqual(names.filter((name) => caseOf(name).scope !== 'whole'))
  for (const [name, { growth, firstGrowth }] of larger)
    if (caseOf(name as CaseName).scope === 'one')
      expect(Math.min(growth ?? 0, firstGrowth ?? 0), name).toBeGreaterThan(0)
  expect(delay?.max).toBeGreaterThan(0)
  for (const { residentMb } of Object.values(memory[rows] ?? {})) expect(residentMb).toBeGreaterThan(20)
  expect(Object.keys(memory[rows] ?? {})).toEqual(['web', 'worker', 'plain'])
}, 400_000)

it('measures only the calls that are asked for', async () => {
  const plan = { sizes: [rows], rounds: 1, seconds: 0.1, distributed: false, only: /^read a lead$/ }
  const { compared, delay } = await benchApi(plan)
  expect(Object.keys(compared[rows] ?? {})).toEqual(['read a lead'])
  expect(delay).toBeNull()
}, 180_000)

let site: Site
let closeServer = () => {}
let closed: Promise<void>
beforeAll(async () => {
  await new Promise<void>((opened, fail) => {
    closed = withPostgres(async (server) => {
      site = await openSite({ server, rows, distributed: false })
      opened()
      await new Promise<void>((done) => {
        closeServer = done
      })
    })
    closed.catch(fail)
  })
}, 180_000)
afterAll(async () => {
  await site?.stop()
  closeServer()
  await closed
}, 60_000)

async function answerOf(side: Side, name: CaseName, n: number): Promise<{ status: number; body: unknown }> {
  const { method = 'GET', path, headers, body } = caseOf(name).call(n, { rows, etag: '' })
  const answer = await fetch(site.sides[side].url + path, {
    method,
    headers: { cookie: site.cookie, 'content-type': 'application/json', ...headers },
    body: body && JSON.stringify(body),
  })
  const text = await answer.text()
  return { status: answer.status, body: answer.status < 400 ? JSON.parse(text) : text }
}

/** Each side stores its own time and counts its own versions; what was filled in is the same to the millisecond. */
const ownTimes = ['createdAt', 'updatedAt', 'at', 'recordedAt']
const startedAt = new Date().toISOString()
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([name, it]) => {
      if (name === 'etag') return [name, typeof it]
      if (ownTimes.includes(name) && it >= startedAt) return [name, it.replace(/\d/g, '0')]
      return [name, comparable(it)]
    }),
  )
}

// two sides count their writes alike, so that even new numbers are the same
it.each(Object.keys(cases).filter((name) => caseOf(name as CaseName).status !== 304))(
  '%s: both applications give the same answer',
  async (key) => {
    const name = key as CaseName
    for (const n of [1, 2, 3]) {
      const ours = await answerOf('ours', name, n)
      const plain = await answerOf('plain', name, n)
      expect(plain.status).toBe(ours.status)
      expect(ours.status).toBe(caseOf(name).status)
      expect(comparable(plain.body)).toEqual(comparable(ours.body))
    }
  },
  30_000,
)

it('numbers of invoices have no gaps in either application', async () => {
  for (const [index, side] of (['ours', 'plain'] as const).entries()) {
    const calls = Array.from({ length: 16 }, (_, n) =>
      answerOf(side, 'create an invoice', 1_000 * (index + 1) + n),
    )
    const numbers = (await Promise.all(calls)).map(({ body }) =>
      Number((body as { invoiceNumber: string }).invoiceNumber.replace('INV-', '')),
    )
    const first = Math.min(...numbers)
    expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, n) => first + n))
  }
})
