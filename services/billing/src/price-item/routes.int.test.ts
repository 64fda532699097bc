import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PriceItem, QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, quoteForm, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
})
afterAll(() => test.stop())

const define = async (body: object) => (await test.call<PriceItem>('POST', '/api/price-items', { body })).json
const change = (id: number, body: object, headers?: Record<string, string>) =>
  test.call<PriceItem>('PUT', `/api/price-items/${id}`, { body, headers })
const events = async () =>
  (await test.owner.query(`SELECT 1 FROM es.events WHERE stream_id LIKE 'price-item-%'`)).rowCount

it('the price book has its items by name, with those that are not offered any more', async () => {
  const tap = await define({ name: 'Tap', unitPrice: '45.5' })
  expect(tap).toMatchObject({ unit: 'each', unitPrice: '45.50', taxable: true, retired: false, details: '' })
  await define({ name: 'éclair', unit: 'hour', unitPrice: '3', taxable: false })
  const before = await events()
  const retire = () => test.call<PriceItem>('POST', `/api/price-items/${tap.id}/retire`, { body: {} })
  expect((await retire()).json.retired).toBe(true)
  expect((await retire()).json.retired).toBe(true)
  expect(await events()).toBe((before ?? 0) + 1)
  const { json } = await test.call<PriceItem[]>('GET', '/api/price-items')
  expect(json.map(({ name, retired }) => [name, retired])).toEqual([
    ['éclair', false],
    ['Tap', true],
  ])
  const restored = await test.call<PriceItem>('POST', `/api/price-items/${tap.id}/restore`, { body: {} })
  expect(restored.json.retired).toBe(false)
})

it('a change stores what is different, if anything, and honours If-Match', async () => {
  const { id } = await define({ name: 'Board', unitPrice: '10' })
  const first = await change(id, { name: 'Board', unitPrice: '12' })
  const ifMatch = { 'if-match': first.headers.get('etag') as string }
  const before = await events()
  expect((await change(id, { name: 'Board', unitPrice: '12.00' }, ifMatch)).json.unitPrice).toBe('12.00')
  expect(await events()).toBe(before)
  expect((await change(id, { name: 'Board', unitPrice: '13' }, ifMatch)).status).toBe(200)
  expect((await change(id, { name: 'Board', unitPrice: '14' }, ifMatch)).status).toBe(412)
  const read = await test.call<PriceItem>('GET', `/api/price-items/${id}`)
  expect(read.json.unitPrice).toBe('13.00')
  const now = { 'if-match': read.headers.get('etag') as string }
  expect((await change(id, { name: 'Board', unitPrice: '14' }, now)).status).toBe(200)
  expect((await test.call('GET', '/api/price-items/9999')).status).toBe(404)
  expect((await change(9_999, { name: 'Board', unitPrice: '14' })).status).toBe(404)
})

it('a quote that copied an item stays as it is when the item changes', async () => {
  const { id } = await define({ name: 'Stone', unitPrice: '10' })
  const lines = [{ description: 'Stone', unitPrice: '10', priceItemId: id }]
  const body = { ...quoteForm, options: [{ id: 1, lines }], discount: null, taxPercent: '0' }
  const quote = (await test.call<QuoteDetails>('POST', '/api/quotes', { body })).json
  await change(id, { name: 'Marble', unitPrice: '900' })
  const { json } = await test.call<QuoteDetails>('GET', `/api/quotes/${quote.id}`)
  expect(json.content.options).toEqual(quote.content.options)
  expect(json).toMatchObject({ totalTo: '10.00' })
})
