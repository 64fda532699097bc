import type { Caller } from '@plumbline/platform/http'
import { startServiceForTest } from '@plumbline/platform/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PriceItem, QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.project()
})
afterAll(() => test.stop())

// an amount that nothing else is
const secret = '7777.31'
const secretBytes = /7,?777\.?31/

const as = (role: string): Partial<Caller> => ({
  user: { id: 9, username: role, email: `${role}@x.io`, role },
})
// she writes quotes, and may not see costs
const dispatcher = as('dispatcher')

type Line = { description: string; lineId?: number; unitCost?: string | null; priceItemId?: number }
const contentOf = (...lines: Line[]) => ({
  title: 'New deck',
  options: [{ id: 1, lines: lines.map((line) => ({ unitPrice: '9000', ...line })) }],
})
const board = { description: 'Boards', unitCost: secret }

const call = async (method: string, path: string, body?: object, caller?: Partial<Caller>) =>
  test.call<QuoteDetails>(method, path, { ...(body && { body }), ...(caller && { caller }) })
const draft = async (...lines: Line[]) =>
  (await call('POST', '/api/quotes', { customerId: 1, ...contentOf(...lines) })).json
const get = async (id: number) => (await call('GET', `/api/quotes/${id}`)).json
const linesOf = ({ content }: QuoteDetails) => content.options.flatMap(({ lines }) => lines)
const costsOf = (quote: QuoteDetails) =>
  linesOf(quote).map(({ description, unitCost }) => [description, unitCost])
const typesOf = async (id: number) =>
  (
    await test.owner.query(`SELECT type FROM es.events WHERE stream_id = $1 ORDER BY version`, [
      `quote-${id}`,
    ])
  ).rows.map(({ type }) => type)

/** What a member without the right sends back: what was answered to her. */
async function reviseAs(caller: Partial<Caller>, id: number, change: (lines: Line[]) => Line[]) {
  const { json } = await call('GET', `/api/quotes/${id}`, undefined, caller)
  const [option] = json.content.options
  const lines = change(linesOf(json).map(({ amount: _, ...line }) => line))
  const options = [{ id: option?.id, name: '', lines }]
  const { title, message, terms } = json.content
  return call('PUT', `/api/quotes/${id}`, { title, message, terms, options }, caller)
}

describe('who may not see costs', () => {
  it('gets no byte of them in any answer', async () => {
    const item = { name: 'Gravel', unitPrice: '9000', unitCost: secret }
    const { id: itemId } = (await call('POST', '/api/price-items', item)).json
    const { id } = await draft(board, { description: 'Gravel', priceItemId: itemId })
    await call('POST', `/api/quotes/${id}/send`, { channel: 'in_person' })
    const paths = ['quotes', 'price-items'].flatMap((it) => [`/api/${it}`])
    const read = [...paths, `/api/quotes/${id}`, `/api/price-items/${itemId}`]
    for (const path of read) {
      const { status, text } = await textOf(path, dispatcher)
      expect([path, status]).toEqual([path, 200])
      expect(text, path).not.toMatch(secretBytes)
      expect(text, path).not.toContain('unitCost')
    }
    // negative control: who may see them gets them, but in the list of quotes
    for (const path of read.slice(1)) expect((await textOf(path)).text, path).toContain(secret)
    const changed = await reviseAs(dispatcher, id, (lines) => lines.toReversed())
    expect([changed.status, JSON.stringify(changed.json)]).toEqual([
      200,
      expect.not.stringMatching(secretBytes),
    ])
    const renamed = await call(
      'PUT',
      `/api/price-items/${itemId}`,
      { name: 'Sand', unitPrice: '9' },
      dispatcher,
    )
    expect(JSON.stringify(renamed.json)).not.toMatch(secretBytes)
    expect((await textOf(`/api/price-items/${itemId}`)).text).toContain(secret)
  })

  it.each(['worker', 'limited_worker'])('a %s gets no quote at all', async (role) => {
    const { id } = await draft(board)
    expect((await call('GET', `/api/quotes/${id}`, undefined, as(role))).status).toBe(403)
  })

  it('does not erase costs by an edit: those of lines that stay are kept', async () => {
    const { id } = await draft(board, { description: 'Nails', unitCost: '2' }, { description: 'Permit' })
    const edited = await reviseAs(
      dispatcher,
      id,
      ([boards, , permit]) =>
        [
          { description: 'Design', unitPrice: '5' } as Line,
          { ...(permit as Line), unitCost: undefined },
          { ...(boards as Line), description: 'Oak boards' },
        ] as Line[],
    )
    expect(edited.status).toBe(200)
    expect(costsOf(await get(id))).toEqual([
      ['Design', null],
      ['Permit', null],
      ['Oak boards', secret],
    ])
  })

  it('cannot note a cost, of a new quote, of a line or of an item', async () => {
    const { id } = await draft(board)
    const { lineId } = linesOf(await get(id))[0] as { lineId: number }
    const item = { name: 'Sand', unitPrice: '9', unitCost: '1' }
    const attempts = [
      call('POST', '/api/quotes', { customerId: 1, ...contentOf(board) }, dispatcher),
      call(
        'PUT',
        `/api/quotes/${id}`,
        contentOf({ description: 'Boards', lineId, unitCost: '1' }),
        dispatcher,
      ),
      call(
        'PUT',
        `/api/quotes/${id}`,
        contentOf({ description: 'Boards', lineId, unitCost: null }),
        dispatcher,
      ),
      call('POST', '/api/price-items', item, dispatcher),
    ]
    for (const attempt of attempts) expect((await attempt).status).toBe(403)
    expect(costsOf(await get(id))).toEqual([['Boards', secret]])
    expect(
      (await call('PUT', `/api/quotes/${id}`, contentOf({ description: 'Boards', lineId }), dispatcher))
        .status,
    ).toBe(200)
  })

  it('copies the cost of an item of the price book without seeing it', async () => {
    const item = { name: 'Stone', unitPrice: '20', unitCost: '12.5' }
    const { id: priceItemId } = (await call('POST', '/api/price-items', item)).json
    const body = { customerId: 1, ...contentOf({ description: 'Stone', priceItemId }) }
    const { id } = (await call('POST', '/api/quotes', body, dispatcher)).json
    expect(costsOf(await get(id))).toEqual([['Stone', '12.50']])
    // a copy: it stays as the item changes, and stays away once it was taken off
    await call('PUT', `/api/price-items/${priceItemId}`, { ...item, unitCost: '15' })
    await reviseAs(dispatcher, id, (lines) => lines.map((line) => ({ ...line, description: 'Stones' })))
    expect(costsOf(await get(id))).toEqual([['Stones', '12.50']])
    const { lineId } = linesOf(await get(id))[0] as { lineId: number }
    await call(
      'PUT',
      `/api/quotes/${id}`,
      contentOf({ description: 'Stones', lineId, priceItemId, unitCost: null }),
    )
    await reviseAs(dispatcher, id, (lines) => lines.map((line) => ({ ...line, description: 'Stone' })))
    expect(costsOf(await get(id))).toEqual([['Stone', null]])
  })
})

it('the cost of another item that is copied into a line takes the place of the first, and no cost takes none away', async () => {
  const define = async (name: string, unitCost?: string) => {
    const body = { name, unitPrice: '20', ...(unitCost && { unitCost }) }
    return (await call('POST', '/api/price-items', body)).json.id
  }
  const [slate, clay, own] = [await define('Slate', '7'), await define('Clay', '4'), await define('Own')]
  const { id } = await draft({ description: 'Slate', priceItemId: slate })
  const copy = (priceItemId: number) =>
    reviseAs(dispatcher, id, (lines) => lines.map((line) => ({ ...line, priceItemId })))
  await copy(clay)
  expect(costsOf(await get(id))).toEqual([['Slate', '4.00']])
  // as when a line is saved to the price book by who may not see its cost
  await copy(own)
  expect(costsOf(await get(id))).toEqual([['Slate', '4.00']])
})

it('customers see no cost: not on their page, not in the document, not in what they sign', async () => {
  const { id } = await draft(board)
  await call('POST', `/api/quotes/${id}/send`, { channel: 'in_person' })
  const caller = {
    user: null,
    addressHash: 'a1',
    link: { linkId: 5, customerId: 1, scope: { kind: 'quote', id } },
  }
  const page = await test.send('GET', `/customer-pages/quote/${id}`, { caller: caller as Partial<Caller> })
  const pdf = await test.send('GET', `/customer-pages/quote/${id}/pdf`, { caller: caller as Partial<Caller> })
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer())), {
    mergePages: true,
  })
  for (const it of [await page.text(), text]) {
    expect(it).not.toMatch(secretBytes)
    expect(it).toContain('9,000.00')
  }
  await call('POST', `/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
  const { rows } = await test.owner.query(
    `SELECT type, data::text FROM es.events WHERE stream_id = $1 AND type <> 'QuoteCostsChanged'`,
    [`quote-${id}`],
  )
  expect(rows.map(({ type }) => type)).toContain('QuoteApproved')
  for (const { type, data } of rows) expect(data, type).not.toMatch(/777731|7777\.31/)
})

it('costs are of the quote: another cost is no other revision, and the document keeps its hash', async () => {
  const { id } = await draft(board)
  await call('POST', `/api/quotes/${id}/send`, { channel: 'in_person' })
  const { lineId } = linesOf(await get(id))[0] as { lineId: number }
  const body = contentOf({ description: 'Boards', lineId, unitCost: '3' })
  const noted = (await call('PUT', `/api/quotes/${id}`, body)).json
  expect(noted).toMatchObject({ status: 'sent', revision: 1, sentRevision: 1 })
  expect(costsOf(noted)).toEqual([['Boards', '3.00']])
  expect(noted.history.at(-1)).toMatchObject({ text: 'Costs changed' })
  const before = await typesOf(id)
  await call('PUT', `/api/quotes/${id}`, body)
  expect(await typesOf(id)).toEqual(before)
  expect(before).toEqual([
    'QuoteDrafted',
    'QuoteRevised',
    'QuoteCostsChanged',
    'QuoteSent',
    'QuoteCostsChanged',
  ])
  const { json } = await call('POST', `/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
  const plain = await draft({ description: 'Boards' })
  await call('POST', `/api/quotes/${plain.id}/send`, { channel: 'in_person' })
  const approved = (await call('POST', `/api/quotes/${plain.id}/approve`, { revision: 1, optionId: 1 })).json
  expect(json.approval?.documentHash).toBe(approved.approval?.documentHash)
})

it('a line of which two say the id is the first, and one without an id is new', async () => {
  const { id } = await draft(board)
  const { lineId } = linesOf(await get(id))[0] as { lineId: number }
  const copied = { description: 'Boards', lineId }
  await call('PUT', `/api/quotes/${id}`, contentOf(copied, copied, { description: 'More boards' }))
  const after = await get(id)
  expect(costsOf(after)).toEqual([
    ['Boards', secret],
    ['Boards', null],
    ['More boards', null],
  ])
  expect(new Set(linesOf(after).map((line) => line.lineId)).size).toBe(3)
  // the same content without ids is the same
  const events = (await typesOf(id)).length
  const again = contentOf(
    { description: 'Boards' },
    { description: 'Boards' },
    { description: 'More boards' },
  )
  await call('PUT', `/api/quotes/${id}`, again)
  expect((await typesOf(id)).length).toBe(events)
})

it('a line that was taken away after it was sent is approved without the cost of a line that was added since', async () => {
  const { id } = await draft({ description: 'Boards' }, { description: 'Stairs' })
  await call('POST', `/api/quotes/${id}/send`, { channel: 'in_person' })
  const boards = { description: 'Boards', lineId: 1 }
  await call('PUT', `/api/quotes/${id}`, contentOf(boards))
  await call('PUT', `/api/quotes/${id}`, contentOf(boards, { description: 'Railing', unitCost: secret }))
  const { json } = await call('POST', `/api/quotes/${id}/approve`, { revision: 1, optionId: 1 })
  expect(costsOf(json)).toEqual([
    ['Boards', null],
    ['Stairs', null],
  ])
})

it('a cost of an item of the price book is kept, changed and taken off', async () => {
  const item = { name: 'Tile', unitPrice: '20' }
  const costOf = async (id: number) =>
    (await test.call<PriceItem>('GET', `/api/price-items/${id}`)).json.unitCost
  const { id } = (await call('POST', '/api/price-items', { ...item, unitCost: '12.5' })).json
  expect(await costOf(id)).toBe('12.50')
  await call('PUT', `/api/price-items/${id}`, { ...item, name: 'Tiles' })
  expect(await costOf(id)).toBe('12.50')
  await call('PUT', `/api/price-items/${id}`, { ...item, unitCost: null })
  expect(await costOf(id)).toBeNull()
  expect((await call('PUT', `/api/price-items/${id}`, { ...item, unitCost: '-1' })).status).toBe(400)
})

async function textOf(path: string, caller?: Partial<Caller>) {
  const answer = await test.send('GET', path, caller ? { caller } : {})
  return { status: answer.status, text: await answer.text() }
}
