import { beforeAll, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { useOffice } from './office.ts'

// what a limited worker is answered by every call that reads, over the whole product with life in it

const office = useOffice({})
const worker = createClient(() => office.url)
const password = 'four words about gutters'
let own: { id: number; customerId: number }

beforeAll(async () => {
  const { id } = await office.client.create('/api/team/invitations', {
    ...{ username: 'tom', email: 'tom@example.test', role: 'limited_worker' },
  })
  const issued = await office.client.send('POST', `/api/team/members/${id}/link`)
  const { token } = JSON.parse(issued.text)
  expect((await worker.send('POST', '/api/join', { token, password })).status).toBe(200)
  expect((await worker.signIn('tom', password)).status).toBe(200)
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

/** Every call that reads JSON, about the job and the customer of the worker. */
async function reads(): Promise<string[]> {
  const { paths }: { paths: Paths } = await office.client.read('/api/openapi.json')
  const queries: Record<string, string> = { '/api/activity': `?record=appointment-${own.id}` }
  return Object.entries(paths)
    .filter(([path, methods]) => 'get' in methods && !/stream|login|\.ics|\{token\}/.test(path))
    .map(([path]) => {
      const id = path.startsWith('/api/appointments') ? own.id : own.customerId
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
