import { beforeAll, describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { useOffice } from './office.ts'

// what members who may not see amounts are answered by every call that reads, over the whole product with life in it

const office = useOffice({})
const worker = createClient(() => office.url)
const dispatcher = createClient(() => office.url)
const password = 'four words about gutters'
let own: { id: number; customerId: number }

/** Invites a member, who joins and signs in; answers the id. */
async function join(client: typeof worker, username: string, role: string): Promise<number> {
  const member = { username, email: `${username}@example.test`, role }
  const { id } = await office.client.create('/api/team/invitations', member)
  const issued = await office.client.send('POST', `/api/team/members/${id}/link`)
  const { token } = JSON.parse(issued.text)
  expect((await client.send('POST', '/api/join', { token, password })).status).toBe(200)
  expect((await client.signIn(username, password)).status).toBe(200)
  return id
}

beforeAll(async () => {
  const id = await join(worker, 'tom', 'limited_worker')
  await join(dispatcher, 'dora', 'dispatcher')
  // one that has a price, and whose customer has invoices
  const debtors = await office.client.read('/api/customers?owes=true')
  const from = new Date(Date.now() - 14 * 86_400_000).toISOString()
  const jobs = await office.client.read(`/api/appointments?from=${from}`)
  own = jobs.find(
    (job: { customerId: number; estimatedPrice: string | null }) =>
      job.estimatedPrice !== null && debtors.some((debtor: { id: number }) => debtor.id === job.customerId),
  )
  const given = await office.client.send('PUT', `/api/appointments/${own.id}`, { assigneeIds: [id] })
  expect(given.status).toBe(200)
})

type Paths = Record<string, Record<string, unknown>>

/** Every call that reads JSON, about the job and the customer of the worker, and about other records by their paths. */
async function reads(others: Record<string, number> = {}): Promise<string[]> {
  const { paths }: { paths: Paths } = await office.client.read('/api/openapi.json')
  const queries: Record<string, string> = { '/api/activity': `?record=appointment-${own.id}` }
  return Object.entries(paths)
    .filter(([path, methods]) => 'get' in methods && !/stream|login|\.ics|\{token\}/.test(path))
    .map(([path]) => {
      const other = Object.keys(others).find((it) => path.startsWith(it))
      const ofJob = path.startsWith('/api/appointments') ? own.id : own.customerId
      const id = other === undefined ? ofJob : others[other]
      return `${path.replaceAll(/\{\w+\}/g, String(id))}${queries[path] ?? ''}`
    })
}

const amount = /\$\s?\d|"-?\d+\.\d{2}"/
it('no answer to a limited worker has an amount, and those to the owner have many', async () => {
  const all = await reads()
  expect(all.length).toBeGreaterThan(40)
  const seen: Record<string, number> = {}
  let amountsOfOwner = 0
  for (const path of all) {
    const [theirs, owners] = [await worker.send('GET', path), await office.client.send('GET', path)]
    seen[theirs.status] = (seen[theirs.status] ?? 0) + 1
    expect([path, theirs.status < 500]).toEqual([path, true])
    expect([path, amount.exec(theirs.text)?.[0]]).toEqual([path, undefined])
    if (amount.test(owners.text)) amountsOfOwner += 1
  }
  expect(seen[200]).toBeGreaterThan(8)
  expect(seen[403]).toBeGreaterThan(15)
  expect(amountsOfOwner).toBeGreaterThan(12)
})

it('a search finds nothing that says one', async () => {
  for (const q of ['1', 'paint', 'invoice', '00']) {
    const { status, text } = await worker.send('POST', '/api/search', { q })
    expect(status).toBe(200)
    expect(text).not.toMatch(amount)
  }
})

describe('what something costs the business', () => {
  const cost = '7777.31'
  const costBytes = /7,?777\.?31/
  let quoteId: number
  let itemId: number
  beforeAll(async () => {
    const item = { name: 'Gravel', unitPrice: '9000', unitCost: cost }
    itemId = (await office.client.create('/api/price-items', item)).id
    const lines = [{ description: 'Gravel', unitPrice: '9000', priceItemId: itemId, unitCost: cost }]
    const quote = { customerId: own.customerId, title: 'New drive', options: [{ id: 1, lines }] }
    quoteId = (await office.client.create('/api/quotes', quote)).id
  })

  it('is in no answer to a dispatcher, and in some to the owner', async () => {
    let [answered, ofOwner] = [0, 0]
    for (const path of await reads({ '/api/quotes': quoteId, '/api/price-items': itemId })) {
      const { status, text } = await dispatcher.send('GET', path)
      expect([path, costBytes.exec(text)?.[0]]).toEqual([path, undefined])
      if (status === 200) answered += 1
      if (costBytes.test((await office.client.send('GET', path)).text)) ofOwner += 1
    }
    expect(answered).toBeGreaterThan(30)
    expect(ofOwner).toBeGreaterThanOrEqual(3)
  })

  it('is kept when a dispatcher, who is asked for none, revises a quote', async () => {
    const { page, context } = await office.visitor()
    const data = { username: 'dora', password }
    expect((await context.request.post('/api/login', { data })).status()).toBe(200)
    await page.goto(`/quotes/${quoteId}/edit`)
    await page.getByRole('button', { name: 'Details of item 1' }).click()
    await page
      .getByLabel('Details', { exact: true })
      .or(page.getByLabel('Details of item 1'))
      .first()
      .waitFor()
    expect(await page.getByText(/Unit cost|Margin/).count()).toBe(0)
    await page.getByLabel('Item 1', { exact: true }).fill('Fine gravel')
    await page.getByRole('button', { name: 'Add item' }).click()
    await page.getByLabel('Item 2', { exact: true }).fill('Edging')
    await page.getByLabel('Unit price of item 2').fill('120')
    await page.getByRole('button', { name: 'Save draft' }).click()
    await page.waitForURL(`**/quotes/${quoteId}`)
    await page.getByText('Fine gravel').waitFor()
    const { content } = await office.client.read(`/api/quotes/${quoteId}`)
    expect(content.options[0].lines).toMatchObject([
      { description: 'Fine gravel', unitCost: cost },
      { description: 'Edging', unitCost: null },
    ])
    await context.close()
  })
})
