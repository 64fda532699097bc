import type { Socket } from 'node:net'
import type { Client } from '@plumbline/platform/db'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, quoteForm, testOptions } from '../testing.ts'

let test: BillingTest
/** Told of every statement before it is sent and right after. */
let watch: (client: Client, moment: 'before' | 'after') => void = () => {}
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  test.pool.on('connect', (client) => {
    const query = (client as Client).query.bind(client) as (...args: unknown[]) => unknown
    client.query = ((...args: unknown[]) => {
      watch(client as Client, 'before')
      const answer = query(...args)
      watch(client as Client, 'after')
      return answer
    }) as Client['query']
  })
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
})
afterAll(() => test.stop())

async function sent(): Promise<number> {
  const { id } = (await test.call<QuoteDetails>('POST', '/api/quotes', { body: quoteForm })).json
  await test.call('POST', `/api/quotes/${id}/send`, { body: { channel: 'in_person' } })
  return id
}
const approve = (id: number) =>
  test
    .call('POST', `/customer-pages/quote/${id}/approve`, {
      caller: {
        ...{ user: null, addressHash: 'a1b2' },
        link: { linkId: 5, customerId: 1, scope: { kind: 'quote', id } },
      },
      body: { revision: '1', option: '2', addOns: '1', name: 'Ann Lee' },
    })
    .then(({ status }) => status)
const approvals = async (id: number) =>
  (
    await test.owner.query(`SELECT 1 FROM es.events WHERE stream_id = $1 AND type = 'QuoteApproved'`, [
      `quote-${id}`,
    ])
  ).rowCount

const streamOf = (client: Client) =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
/** As when the process of the service dies there: the database hears no more of it. */
const breakOff = (client: Client) => streamOf(client).destroy()
const backendOf = (client: Client) => (client as unknown as { processID: number }).processID
/** Until then it may still do what it was sent. */
const isOver = async (backend: number) =>
  (await test.owner.query('SELECT 1 FROM pg_stat_activity WHERE pid = $1', [backend])).rowCount === 0

/** The database did what it was sent, and its answer is lost. */
const breakOffAnswer = (client: Client) => {
  const stream = streamOf(client)
  stream.removeAllListeners('data')
  stream.once('data', () => stream.destroy())
}

it('a customer’s approval that was confirmed is there, and one that was cut off at any statement is made once', async () => {
  let count = 0
  watch = (_, moment) => {
    if (moment === 'before') count += 1
  }
  expect(await approve(await sent())).toBe(204)
  count = 0
  const first = await sent()
  count = 0
  expect(await approve(first)).toBe(204)
  const statements = count
  expect(statements).toBeGreaterThan(3)

  let lost = 0
  let unconfirmed = 0
  for (let at = 1; at <= statements; at++)
    for (const when of ['before', 'after'] as const) {
      watch = () => {}
      const id = await sent()
      let seen = 0
      let cut = 0
      watch = (client, moment) => {
        if (moment === 'before') seen += 1
        if (seen !== at || moment !== when) return
        cut = backendOf(client)
        if (when === 'before') breakOff(client)
        else breakOffAnswer(client)
      }
      const status = await approve(id)
      watch = () => {}
      await expect.poll(() => isOver(cut)).toBe(true)
      const stored = await approvals(id)
      const place = `${when} statement ${at}`
      expect([place, status === 204 ? stored : 1]).toEqual([place, 1])
      if (status !== 204 && stored === 0) lost += 1
      if (status !== 204 && stored === 1) unconfirmed += 1
      // the customer presses the button again
      if (status !== 204) expect([place, [204, 409].includes(await approve(id))]).toEqual([place, true])
      expect([place, await approvals(id)]).toEqual([place, 1])
      const { json } = await test.call<QuoteDetails>('GET', `/api/quotes/${id}`)
      expect(json).toMatchObject({ status: 'approved', approval: { signerName: 'Ann Lee', optionId: 2 } })
    }
  console.log(`${statements} statements: ${lost} approvals cut off, ${unconfirmed} stored without an answer`)
  // it was really cut off, also between the commit and its answer
  expect(Math.min(lost, unconfirmed)).toBeGreaterThan(0)
})
