import { createHash } from 'node:crypto'
import { pictureGrants, picturesMigration } from '@plumbline/business/directory'
import { roleOf } from '@plumbline/platform/migrate'
import { startServiceForTest, testPng } from '@plumbline/platform/testing'
import fc from 'fast-check'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { InvoiceDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, business, customerRegistered, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
  await test.owner.query('CREATE SCHEMA business')
  await test.owner.query(`SET search_path TO business; ${picturesMigration.sql}; SET search_path TO billing`)
  for (const grant of pictureGrants(roleOf('billing'))) await test.owner.query(grant)
  for (const logo of Object.values(logos)) await storeLogo(logo)
})
afterAll(() => test.stop())

/** One that is seen through, and one that is as heavy in a document as a logo can be: noise that a PNG keeps small and a document does not. */
const logos = {
  plain: { width: 120, height: 40, bytes: testPng(120, 40, (x) => [30, 80, 160, x * 2]) },
  heavy: {
    width: 512,
    height: 512,
    bytes: testPng(
      512,
      512,
      (x) => [x * 73, x * x * 7, x * 151 + 13, x * 29].map((it) => it % 256) as Pixel,
      2,
    ),
  },
}
type Pixel = [number, number, number, number]
const addressOf = ({ width, height, bytes }: (typeof logos)['plain']) => ({
  hash: createHash('sha256').update(bytes).digest('hex'),
  width,
  height,
})
const storeLogo = (logo: (typeof logos)['plain']) =>
  test.owner.query(
    `INSERT INTO business.pictures (hash, use, width, height, bytes) VALUES ($1, 'logo', $2, $3, $4)`,
    [...Object.values(addressOf(logo)), logo.bytes],
  )

const today = '2026-11-21'
const changedAt = '2026-11-21T14:00:00.000Z'
const set = (type: string, data: object) =>
  test.appendForeign('business-1', { type, data: { changedAt, ...data } })
const describeAs = (fields: object, from = today) => set('BusinessDescribed', { from, ...fields })
async function create(status = 'pending'): Promise<number> {
  const body = { customerId: 1, description: 'New tap', amount: '75', status }
  return (await test.call<InvoiceDetails>('POST', '/api/invoices', { body })).json.id
}
async function print(id: number) {
  const answer = await test.send('GET', `/api/invoices/${id}/pdf`)
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { bytes: bytes.toString('base64'), etag: answer.headers.get('etag') }
}
/** A picture that is seen through counts twice, with its mask. */
const imagesIn = (bytes: string) =>
  Buffer.from(bytes, 'base64').toString('latin1').split('/Subtype /Image').length - 1
async function textOf(id: number): Promise<string> {
  const { bytes } = await print(id)
  const document = await getDocumentProxy(new Uint8Array(Buffer.from(bytes, 'base64')))
  return (await extractText(document, { mergePages: true })).text.replace(/\s+/g, ' ')
}

describe('the letterhead of an invoice', () => {
  let first: { id: number; bytes: string }
  beforeAll(async () => {
    const id = await create()
    first = { id, ...(await print(id)) }
  })

  it('is what operators configured while nothing is set, and nothing of it is stored', async () => {
    expect(await textOf(first.id)).toContain(`${business.phone} · ${business.email}`)
    const { rows } = await test.owner.query(`SELECT data FROM es.events WHERE type = 'InvoiceIssued'`)
    expect(Object.keys(rows[0].data).sort()).toEqual(['invoiceId', 'issuedAt', 'issuedOn', 'number'])
  })

  it('is what was set when it was issued', async () => {
    await describeAs({ name: 'Ann & Sons', address: '9 Elm Street', license: 'License 4711' })
    await set('PaymentTermsSet', { terms: 'Due in two weeks.', methods: ['cash', 'credit_card'] })
    await describeAs({ name: 'Ann & Daughters' }, '2026-11-22')
    const id = await create()
    const text = await textOf(id)
    expect(text).toContain(
      `Ann & Sons 9 Elm Street ${business.phone} · ${business.email} License 4711 Billed to`,
    )
    expect(text).toContain('Due in two weeks. We accept cash and major credit cards.')
    expect(text).not.toContain('property lien')
    const { json } = await test.call<InvoiceDetails>('GET', `/api/invoices/${id}`)
    expect(json.letterhead).toEqual({
      ...business,
      ...{ name: 'Ann & Sons', address: '9 Elm Street', license: 'License 4711' },
      terms: ['Due in two weeks.', 'We accept cash and major credit cards.'],
    })
    const { bytes } = await print(id)
    test.clock.now = new Date('2026-11-22T15:00:00Z')
    expect((await print(id)).bytes).toBe(bytes)
    expect(await textOf(await create())).toContain('Ann & Daughters')
    expect((await print(first.id)).bytes).toBe(first.bytes)
  })

  it('of a draft is that of today, with another ETag', async () => {
    const draft = await create('draft')
    const before = await print(draft)
    expect(await print(draft)).toEqual(before)
    await describeAs({ name: 'Bob & Co' }, '2026-11-22')
    const after = await print(draft)
    expect(after.etag).not.toBe(before.etag)
    expect(after.bytes).not.toBe(before.bytes)
    expect(await textOf(draft)).toContain('Bob & Co')
  })

  it('has the logo and the color that were set when it was issued, and an invoice from before has none', async () => {
    const before = await create()
    const plain = await print(before)
    await set('LogoSet', { from: '2026-11-22', logo: addressOf(logos.plain) })
    await set('BrandColorSet', { from: '2026-11-22', color: '#1f4ea8' })
    const id = await create()
    const { bytes } = await print(id)
    expect(imagesIn(bytes)).toBe(2)
    expect(imagesIn(plain.bytes)).toBe(0)
    const { json } = await test.call<InvoiceDetails>('GET', `/api/invoices/${id}`)
    const { hash, ...size } = addressOf(logos.plain)
    expect(json.letterhead).toMatchObject({
      color: '#1f4ea8',
      logo: { address: `/api/business/logos/${hash}`, ...size },
    })
    await set('LogoSet', { from: '2026-11-22', logo: null })
    await set('BrandColorSet', { from: '2026-11-22', color: '#000000' })
    expect((await print(id)).bytes).toBe(bytes)
    expect((await print(before)).bytes).toBe(plain.bytes)
    expect(imagesIn((await print(await create())).bytes)).toBe(0)
    await set('BrandColorSet', { from: '2026-11-22', color: null })
  })

  it('with the heaviest logo makes a document that can be sent', async () => {
    expect(logos.heavy.bytes.length).toBeLessThan(256_000)
    await set('LogoSet', { from: '2026-11-22', logo: addressOf(logos.heavy) })
    const { bytes } = await print(await create())
    expect(imagesIn(bytes)).toBe(2)
    expect(Buffer.from(bytes, 'base64').length).toBeLessThan(1_200_000)
    await set('LogoSet', { from: '2026-11-22', logo: null })
  })

  it('is without the logo where its bytes are missing', async () => {
    await set('LogoSet', { from: '2026-11-22', logo: { ...addressOf(logos.plain), hash: '0'.repeat(64) } })
    expect(imagesIn((await print(await create())).bytes)).toBe(0)
    await set('LogoSet', { from: '2026-11-22', logo: null })
  })

  it('has of a field that a variable sets what operators configured', async () => {
    const settings = { business, lockedBy: { name: 'BUSINESS_NAME' } }
    const locked = await startServiceForTest(billing, { ...testOptions, settings })
    await locked.appendForeign('customer-1', customerRegistered(1))
    await locked.project()
    const event = { from: today, name: 'Ann & Sons', phone: '555 0100', changedAt }
    await locked.appendForeign('business-1', { type: 'BusinessDescribed', data: event })
    const body = { customerId: 1, description: 'New tap', amount: '75' }
    await locked.call('POST', '/api/invoices', { body })
    const { rows } = await locked.owner.query(`SELECT data FROM es.events WHERE type = 'InvoiceIssued'`)
    expect(rows[0].data.letterhead).toEqual({ phone: '555 0100' })
    await locked.stop()
  })
})

it('an invoice is due so many days after today as are set, unless it says a day', async () => {
  const dueDateOf = async (more: object = {}) => {
    const body = { customerId: 1, description: 'New tap', amount: '75', ...more }
    return (await test.call<InvoiceDetails>('POST', '/api/invoices', { body })).json.dueDate
  }
  const now = test.clock.now
  test.clock.now = new Date('2026-11-27T15:00:00Z')
  expect(await dueDateOf()).toBe('2026-11-27')
  await set('PaymentTermsSet', { daysUntilDue: 14 })
  expect(await dueDateOf()).toBe('2026-12-11')
  expect(await dueDateOf({ status: 'draft' })).toBe('2026-12-11')
  expect(await dueDateOf({ dueDate: '2026-12-01' })).toBe('2026-12-01')
  await set('PaymentTermsSet', { daysUntilDue: 0 })
  test.clock.now = now
})

const text = fc.string({ minLength: 1, maxLength: 20, unit: 'grapheme-ascii' })
const day = fc.integer({ min: 22, max: 30 }).map((n) => `2026-11-${n}`)
const change = fc.oneof(
  fc.record({
    type: fc.constant('BusinessDescribed'),
    data: fc.record(
      { from: day, name: fc.option(text), phone: fc.option(text), address: fc.option(text), email: text },
      { requiredKeys: ['from'] },
    ),
  }),
  fc.record({
    type: fc.constant('LogoSet'),
    data: fc.record({
      from: day,
      logo: fc.constantFrom(null, addressOf(logos.plain), addressOf(logos.heavy)),
    }),
  }),
  fc.record({
    type: fc.constant('BrandColorSet'),
    data: fc.record({ from: day, color: fc.constantFrom(null, '#1f4ea8', '#0b6b3a') }),
  }),
  fc.record({ type: fc.constant('PaymentTermsSet'), data: fc.record({ terms: text }) }),
  fc.record({
    type: fc.constant('TimeZoneSet'),
    data: fc.record({ from: day, timeZone: fc.constantFrom('Pacific/Auckland', 'America/Denver') }),
  }),
  fc.record({
    type: fc.constant('TaxRateSet'),
    data: fc.record({
      from: day,
      taxRateId: fc.integer({ min: 1, max: 3 }),
      name: text,
      thousandths: fc.integer({ min: 1, max: 20_000 }),
      isDefault: fc.boolean(),
    }),
  }),
)

it('an invoice is printed again byte for byte, whatever is set after it was issued', async () => {
  let drafts = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 4 }),
      fc.array(change, { minLength: 1, maxLength: 4 }),
      async (before, after) => {
        for (const { type, data } of before) await set(type, data)
        const [id, draft] = [await create(), await create('draft')]
        const [issued, drafted] = [await print(id), await print(draft)]
        for (const { type, data } of after) await set(type, data)
        test.clock.now = new Date('2026-11-30T15:00:00Z')
        // it became overdue, which is printed of no invoice
        expect((await print(id)).bytes).toBe(issued.bytes)
        if ((await print(draft)).bytes !== drafted.bytes) drafts += 1
        test.clock.now = new Date('2026-11-22T15:00:00Z')
      },
    ),
    { numRuns: 15 },
  )
  // without the stored letterhead these would have failed
  expect(drafts).toBeGreaterThan(5)
})
