import type { Caller } from '@plumbline/platform/http'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ChangedPrices, DraftWithItems, PriceItem, QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
})
afterAll(() => test.stop())

const define = async (name: string, unitPrice: string) =>
  (await test.call<PriceItem>('POST', '/api/price-items', { body: { name, unitPrice, unitCost: '1' } })).json
    .id
const priceOf = async (id: number) =>
  (await test.call<PriceItem>('GET', `/api/price-items/${id}`)).json.unitPrice
type Line = { priceItemId?: number; unitPrice: string }
const draft = async (...lines: Line[]) => {
  const body = {
    customerId: 1,
    title: 'New deck',
    options: [
      { id: 1, lines: lines.map((line, n) => ({ description: `Item ${n}`, unitCost: '2', ...line })) },
    ],
    addOns: [{ id: 1, description: 'More', ...lines[0] }],
  }
  return (await test.call<QuoteDetails>('POST', '/api/quotes', { body })).json.id
}
const get = async (id: number) => (await test.call<QuoteDetails>('GET', `/api/quotes/${id}`)).json
const pricesOf = async (id: number) => {
  const { content } = await get(id)
  return [...content.options.flatMap(({ lines }) => lines), ...content.addOns].map(
    ({ unitPrice }) => unitPrice,
  )
}
const change = (body: object, caller?: Partial<Caller>) =>
  test.call('POST', '/api/price-items/prices', { body, ...(caller && { caller }) })
const drafts = async () => (await test.call<DraftWithItems[]>('GET', '/api/price-items/drafts')).json

it('prices are changed at once; drafts that are named follow where they have the price of before, others stay', async () => {
  const [pine, oak] = [await define('Pine', '10'), await define('Oak', '20')]
  const lines = [
    { priceItemId: pine, unitPrice: '10' },
    { priceItemId: oak, unitPrice: '25' },
    { unitPrice: '10' },
  ]
  const [named, left] = [await draft(...lines), await draft(...lines)]
  const sent = await draft(...lines)
  await test.call('POST', `/api/quotes/${sent}/send`, { body: { channel: 'in_person' } })
  // of the copies only those that have the price of today, and of the quotes only drafts
  expect(await drafts()).toEqual(
    [left, named].map((id) => ({
      ...{ id, quoteNumber: `QUO-00000${id}`, customerName: 'Ann Lee', title: 'New deck', itemIds: [pine] },
    })),
  )
  const items = [
    { id: oak, oldPrice: '20', newPrice: '21' },
    { id: pine, oldPrice: '10.00', newPrice: '10.5' },
  ]
  expect((await change({ items, quoteIds: [named] })).status).toBe(200)
  expect([await priceOf(pine), await priceOf(oak)]).toEqual(['10.50', '21.00'])
  expect(await pricesOf(named)).toEqual(['10.50', '25.00', '10.00', '10.50'])
  for (const id of [left, sent]) expect(await pricesOf(id)).toEqual(['10.00', '25.00', '10.00', '10.00'])
  expect(await get(named)).toMatchObject({ status: 'draft', revision: 1, totalTo: '45.50' })
  expect((await get(named)).content.options[0]?.lines[0]?.unitCost).toBe('2.00')
  // sent again it changes nothing
  const events = async () => (await test.owner.query('SELECT 1 FROM es.events')).rowCount
  const before = await events()
  expect((await change({ items, quoteIds: [named] })).status).toBe(200)
  expect(await events()).toBe(before)
  // and the way back is the same call
  const back = items.map(({ id, oldPrice, newPrice }) => ({ id, oldPrice: newPrice, newPrice: oldPrice }))
  expect((await change({ items: back, quoteIds: [named] })).status).toBe(200)
  expect(await pricesOf(named)).toEqual(['10.00', '25.00', '10.00', '10.00'])
  expect([await priceOf(pine), await priceOf(oak)]).toEqual(['10.00', '20.00'])
})

it('what a change did to drafts is taken back line by line: a line that somebody set to the new price keeps it', async () => {
  const slate = await define('Slate', '100')
  const copy = { priceItemId: slate, unitPrice: '100' }
  const quote = await draft(copy, { priceItemId: slate, unitPrice: '110' })
  const untouched = await draft({ priceItemId: slate, unitPrice: '110' })
  const items = [{ id: slate, oldPrice: '100', newPrice: '110' }]
  const body = { items, quoteIds: [quote, untouched] }
  const { json } = await test.call<ChangedPrices>('POST', '/api/price-items/prices', { body })
  // the first item and the add-on
  expect(json).toEqual({ lines: [{ quoteId: quote, lineIds: [1, 3] }] })
  expect(await pricesOf(quote)).toEqual(['110.00', '110.00', '110.00'])
  const back = [{ id: slate, oldPrice: '110', newPrice: '100' }]
  expect((await change({ items: back, quoteIds: [quote], lines: json.lines })).status).toBe(200)
  expect(await pricesOf(quote)).toEqual(['100.00', '110.00', '100.00'])
  expect(await pricesOf(untouched)).toEqual(['110.00', '110.00'])
})

it('where a price or a draft is another by now, nothing is changed', async () => {
  const [sand, stone] = [await define('Sand', '1'), await define('Stone', '2')]
  const quote = await draft({ priceItemId: sand, unitPrice: '1' })
  await test.call('POST', `/api/quotes/${quote}/send`, { body: { channel: 'in_person' } })
  const items = [
    { id: sand, oldPrice: '1', newPrice: '1.1' },
    { id: stone, oldPrice: '3', newPrice: '3.3' },
  ]
  const stale = await change({ items })
  expect(stale.status).toBe(409)
  expect(stale.text).toContain('The price of Stone was changed meanwhile. Please look again.')
  const sent = await change({ items: items.slice(0, 1), quoteIds: [quote] })
  expect(sent.status).toBe(409)
  expect(sent.text).toContain(`QUO-00000${quote} is no draft any more. Please look again.`)
  expect((await change({ items: [{ id: 999, oldPrice: '1', newPrice: '2' }] })).status).toBe(404)
  expect((await change({ items: items.slice(0, 1), quoteIds: [999] })).status).toBe(404)
  expect([await priceOf(sand), await priceOf(stone)]).toEqual(['1.00', '2.00'])
  expect(await pricesOf(quote)).toEqual(['1.00', '1.00'])
})

it.each([
  { items: [] },
  { items: [{ id: 1, oldPrice: '1', newPrice: '-1' }] },
  { items: [{ id: 1, oldPrice: '1' }] },
])('refuses %j', async (body) => {
  expect((await change(body)).status).toBe(400)
})

it('needs the right to write quotes', async () => {
  const user = { id: 9, username: 'worker', email: 'w@x.io', role: 'worker' }
  const { status } = await change({ items: [{ id: 1, oldPrice: '10', newPrice: '11' }] }, { user })
  expect(status).toBe(403)
})
