import { run, sql } from '@plumbline/platform/db'
import { recordErasures } from '@plumbline/platform/encryption'
import { testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CustomerLink, IssuedLink, LinkedCustomer, ResolvedLink } from '../api.ts'
import { ann, type CrmUnderTest, startCrm } from '../testing.ts'

let test: CrmUnderTest
let lastInvoiceId = 0
beforeAll(async () => {
  test = await startCrm()
})
afterAll(() => test.stop())
beforeEach(() => {
  test.clock.now = new Date('2026-11-21T15:00:00Z')
})

const addCustomer = async () =>
  (await test.call<{ id: number }>('POST', '/api/customers', { body: { ...ann, status: 'active' } })).json.id

/** An invoice as billing would record it; it is issued unless it stays a draft. */
async function addInvoice(customerId: number, isDraft = false): Promise<number> {
  const invoiceId = ++lastInvoiceId
  const at = '2026-11-20T15:00:00.000Z'
  await test.appendForeign(`invoice-${invoiceId}`, {
    type: 'InvoiceDrafted',
    data: {
      invoiceId,
      customerId,
      appointmentId: null,
      description: 'Repairs',
      lines: [{ description: 'Repairs', amountCents: 7500, taxCents: 0 }],
      dueOn: '2026-12-20',
      draftedAt: at,
    },
  })
  if (!isDraft)
    await test.appendForeign(`invoice-${invoiceId}`, {
      type: 'InvoiceIssued',
      data: { invoiceId, number: invoiceId, issuedOn: '2026-11-20', issuedAt: at },
    })
  await test.project()
  return invoiceId
}

const issue = async (invoiceId: number) =>
  (await test.call<IssuedLink>('POST', `/api/invoices/${invoiceId}/customer-link`)).json
const tokenOf = ({ path }: Pick<IssuedLink, 'path'>) => path.replace('/c/', '')
const resolve = async (token: string) =>
  (
    await test.call<ResolvedLink>('POST', '/customer-links/resolve', {
      body: { token },
      caller: { user: null },
    })
  ).json
const linksOf = async (customerId: number) =>
  (await test.call<CustomerLink[]>('GET', `/api/customers/${customerId}/links`)).json

const at = '2026-11-21T15:00:00.000Z'
const draftQuote = (quoteId: number, customerId: number) =>
  test.appendForeign(`quote-${quoteId}`, {
    type: 'QuoteDrafted',
    data: { quoteId, customerId, leadId: null, appointmentId: null, draftedAt: at },
  })
const sendQuote = (quoteId: number, customerId: number, channel = 'email', metadata = {}) =>
  test.appendForeign(
    `quote-${quoteId}`,
    {
      type: 'QuoteSent',
      data: {
        ...{ quoteId, customerId, revision: 1, channel, documentHash: 'x' },
        ...{ sentOn: '2026-11-21', sentAt: at },
      },
    },
    metadata,
  )

async function erase(customerId: number): Promise<void> {
  const client = await test.owner.connect()
  try {
    await client.query('BEGIN')
    await recordErasures(client as never, [`customer-${customerId}`], testMetadata, new Date())
    await client.query('COMMIT')
  } finally {
    client.release()
  }
}

async function issued() {
  const customerId = await addCustomer()
  const invoiceId = await addInvoice(customerId)
  const link = await issue(invoiceId)
  return { customerId, invoiceId, link, token: tokenOf(link) }
}

describe('a link to an invoice', () => {
  it('opens that invoice for the customer it was issued to', async () => {
    const { customerId, invoiceId, link, token } = await issued()
    expect(link.path).toMatch(/^\/c\/\d+-[\w-]{43}$/)
    expect(await resolve(token)).toEqual({
      is: 'live',
      link: { linkId: link.id, customerId, scope: { kind: 'invoice', id: invoiceId } },
      expiresAt: '2026-12-21T15:00:00.000Z',
    })
  })

  it('is the same one when it is issued again, for another 30 days', async () => {
    const { invoiceId, link } = await issued()
    test.clock.now = new Date('2026-12-01T15:00:00Z')
    expect(await issue(invoiceId)).toEqual({ ...link, expiresAt: '2026-12-31T15:00:00.000Z' })
  })

  it('is one when it is issued twice at the same moment', async () => {
    const invoiceId = await addInvoice(await addCustomer())
    const [a, b] = await Promise.all([issue(invoiceId), issue(invoiceId)])
    expect(a).toEqual(b)
  })

  it('takes a code after its 30 days, and issuing makes another one', async () => {
    const { customerId, invoiceId, link, token } = await issued()
    test.clock.now = new Date('2026-12-21T15:00:00Z')
    expect(await resolve(token)).toMatchObject({ is: 'expired' })
    // it can still be revoked
    expect((await linksOf(customerId)).map(({ id }) => id)).toEqual([link.id])
    const next = await issue(invoiceId)
    expect(next.id).not.toBe(link.id)
    expect(await resolve(token)).toMatchObject({ is: 'expired' })
    expect(await resolve(tokenOf(next))).toMatchObject({ is: 'live' })
  })

  it('is refused for a draft and for an invoice that is unknown', async () => {
    const draft = await addInvoice(await addCustomer(), true)
    expect((await test.call('POST', `/api/invoices/${draft}/customer-link`)).status).toBe(409)
    expect((await test.call('POST', '/api/invoices/9999/customer-link')).status).toBe(404)
  })
})

describe('links that are copied by hand', () => {
  const counted = () => test.owner.query('DELETE FROM crm.rate_limits')
  beforeEach(counted)
  afterAll(counted)
  const copy = (path: string) => test.call('POST', `${path}/customer-link`)

  it('are 300 a day of all kinds together; then messages still have theirs, and those there are still open', async () => {
    const { customerId, invoiceId, token } = await issued()
    await counted()
    await draftQuote(7_100, customerId)
    await sendQuote(7_100, customerId)
    await copy(`/api/invoices/${invoiceId}`)
    const { rowCount } = await test.owner.query('UPDATE crm.rate_limits SET points = 299 WHERE points = 1')
    expect(rowCount).toBe(1)
    expect((await copy('/api/quotes/7100')).status).toBe(200)
    const refused = [await copy('/api/quotes/7100'), await copy(`/api/invoices/${invoiceId}`)]
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    expect(refused[0]?.text).toContain('were copied 300 times within a day')
    await draftQuote(7_101, customerId)
    await sendQuote(7_101, customerId)
    await test.react('linkQuotes')
    expect((await linksOf(customerId)).map(({ documentId }) => documentId)).toContain(7_101)
    expect(await resolve(token)).toMatchObject({ is: 'live' })
  })

  it('count when they are issued, and not when that is refused', async () => {
    const { invoiceId } = await issued()
    const draft = await addInvoice(await addCustomer(), true)
    await copy(`/api/invoices/${invoiceId}`)
    await test.owner.query('UPDATE crm.rate_limits SET points = 299')
    for (let n = 0; n < 3; n++) expect((await copy(`/api/invoices/${draft}`)).status).toBe(409)
    expect((await copy(`/api/invoices/${invoiceId}`)).status).toBe(200)
    expect((await copy(`/api/invoices/${invoiceId}`)).status).toBe(429)
  })
})

describe('a token', () => {
  it('is not guessed: any other code, and the code of another link, opens nothing', async () => {
    const [a, b] = [await issued(), await issued()]
    const codeOf = (token: string) => token.replace(/^\d+-/, '')
    const flipped = `${a.token.slice(0, -2)}${a.token.at(-2) === 'A' ? 'B' : 'A'}${a.token.at(-1)}`
    for (const token of [
      flipped,
      `${a.link.id}-${codeOf(b.token)}`,
      `${b.link.id}-${codeOf(a.token)}`,
      `99999-${codeOf(a.token)}`,
      `${a.token}A`,
      a.token.slice(0, -1),
      '',
    ])
      expect([token, await resolve(token)]).toEqual([token, { is: 'unknown' }])
    expect(await resolve(a.token)).toMatchObject({ is: 'live' })
  })

  it('is in no event and in no table', async () => {
    const { token } = await issued()
    const code = token.replace(/^\d+-/, '')
    const { rows: tables } = await test.owner.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await test.owner.query(`SELECT 1 FROM ${name} t WHERE t::text LIKE $1`, [`%${code}%`])
      if (rows.length > 0) found.push(name)
    }
    expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['es.events', 'crm.idempotency']))
    expect(found).toEqual([])
    // the search would find a text that is there
    const { rows } = await test.owner.query(
      `SELECT 1 FROM es.events t WHERE t::text LIKE '%CustomerLinkIssued%'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('is dead in the transaction that erases its customer', async () => {
    const { customerId, token } = await issued()
    await erase(customerId)
    expect(await resolve(token)).toEqual({ is: 'unknown' })
  })

  it('is dead when its customer is removed', async () => {
    const { customerId, token } = await issued()
    await test.appendForeign(`customer-${customerId}`, {
      type: 'CustomerRemoved',
      data: { customerId, removedAt: '2026-11-21T15:00:00.000Z' },
    })
    await test.follow()
    await test.rebuild()
    expect(await resolve(token)).toEqual({ is: 'dead' })
  })

  it('opens the document for the customer that its own was merged into', async () => {
    const { customerId, invoiceId, link, token } = await issued()
    const stays = await addCustomer()
    await test.call('POST', `/api/customers/${customerId}/merge`, { body: { intoCustomerId: stays } })
    expect(await resolve(token)).toMatchObject({ is: 'live', link: { customerId: stays } })
    expect((await linksOf(stays)).map(({ id }) => id)).toEqual([link.id])
    expect((await issue(invoiceId)).path).toBe(link.path)
  })
})

describe('a document that a member looks at as its customer', () => {
  const customerOf = (kind: string, id: number) =>
    test.call<LinkedCustomer>('POST', '/customer-links/customer', {
      body: { kind, id },
      caller: { user: null },
    })
  it('is of its customer, and gets no link by that', async () => {
    const customerId = await addCustomer()
    const invoiceId = await addInvoice(customerId)
    expect((await customerOf('invoice', invoiceId)).json).toEqual({
      customerId,
      customerName: `${ann.firstName} ${ann.lastName}`,
      isSent: true,
    })
    expect(await linksOf(customerId)).toEqual([])
    await issue(invoiceId)
    expect(await linksOf(customerId)).toHaveLength(1)
  })

  it('is of the customer whom its own was merged into', async () => {
    const { customerId, invoiceId } = await issued()
    const stays = await addCustomer()
    await test.call('POST', `/api/customers/${customerId}/merge`, { body: { intoCustomerId: stays } })
    expect((await customerOf('invoice', invoiceId)).json.customerId).toBe(stays)
  })

  it('is refused where its customer is removed, it is unknown, or of another kind', async () => {
    const { customerId, invoiceId } = await issued()
    expect((await customerOf('invoice', 9999)).status).toBe(404)
    expect((await customerOf('quote', invoiceId + 5_000)).status).toBe(404)
    expect((await customerOf('appointment', invoiceId)).status).toBe(404)
    expect((await customerOf('invoice', invoiceId)).status).toBe(200)
    await test.appendForeign(`customer-${customerId}`, {
      type: 'CustomerRemoved',
      data: { customerId, removedAt: '2026-11-21T15:00:00.000Z' },
    })
    await test.follow()
    await test.rebuild()
    expect((await customerOf('invoice', invoiceId)).status).toBe(404)
  })

  it('is refused as soon as its customer is erased, though their record stays', async () => {
    const { customerId, invoiceId } = await issued()
    await erase(customerId)
    expect((await customerOf('invoice', invoiceId)).status).toBe(404)
    await test.rebuild()
    expect((await test.call('GET', `/api/customers/${customerId}`)).status).toBe(200)
    expect((await customerOf('invoice', invoiceId)).status).toBe(404)
  })

  it('is refused as a draft of an invoice; a quote can be looked at before it is sent', async () => {
    const customerId = await addCustomer()
    expect((await customerOf('invoice', await addInvoice(customerId, true))).status).toBe(409)
    await draftQuote(7_001, customerId)
    expect((await customerOf('quote', 7_001)).json).toMatchObject({ customerId, isSent: false })
    expect((await test.call('POST', '/api/quotes/7001/customer-link')).status).toBe(409)
  })
})

describe('a quote that is sent', () => {
  const send = async (...sending: Parameters<typeof sendQuote>) => {
    await sendQuote(...sending)
    await test.react('linkQuotes')
    return (await linksOf(sending[1])).map(({ kind, documentId }) => `${kind} ${documentId}`)
  }

  it('by a message gets a link, one that is handed over or part of the demonstration gets none', async () => {
    expect(await send(1, await addCustomer(), 'email')).toEqual(['quote 1'])
    expect(await send(2, await addCustomer(), 'in_person')).toEqual([])
    expect(await send(3, await addCustomer(), 'email', { demo: true })).toEqual([])
  })

  it('again keeps its link', async () => {
    const customerId = await addCustomer()
    await send(4, customerId, 'email')
    expect(await send(4, customerId, 'sms')).toEqual(['quote 4'])
  })

  it('to a customer whose data was deleted gets none, and holds up no other', async () => {
    const [customerId, other] = [await addCustomer(), await addCustomer()]
    await erase(customerId)
    await test.rebuild()
    await sendQuote(5, customerId)
    expect(await send(6, other)).toEqual(['quote 6'])
    expect(await run(test.owner, sql`SELECT stream_id, error FROM es.parked`)).toEqual([])
    expect(await linksOf(customerId)).toEqual([])
  })
})

describe('the links of a customer', () => {
  it('are listed with what they open and when they were opened last', async () => {
    const { customerId, invoiceId, link } = await issued()
    const listed = {
      id: link.id,
      kind: 'invoice',
      documentId: invoiceId,
      name: `Invoice INV-${String(invoiceId).padStart(6, '0')}`,
      startsAt: null,
      issuedAt: '2026-11-21T15:00:00.000Z',
      expiresAt: '2026-12-21T15:00:00.000Z',
    }
    expect(await linksOf(customerId)).toEqual([{ ...listed, lastOpenedAt: null }])
    const open = () => test.call('POST', '/customer-links/opened', { body: { linkId: link.id, customerId } })
    await open()
    test.clock.now = new Date('2026-11-22T14:59:00Z')
    await open()
    expect(await linksOf(customerId)).toEqual([{ ...listed, lastOpenedAt: '2026-11-21T15:00:00.000Z' }])
    test.clock.now = new Date('2026-11-22T15:00:00Z')
    await open()
    expect(await linksOf(customerId)).toEqual([{ ...listed, lastOpenedAt: '2026-11-22T15:00:00.000Z' }])
  })

  it('have the names that staff know documents by', async () => {
    const customerId = await addCustomer()
    const startsAt = '2026-12-01T15:00:00.000Z'
    await test.appendForeign('appointment-900', {
      type: 'AppointmentScheduled',
      data: {
        ...{ appointmentId: 900, customerId, title: 'General Repairs', description: null, notes: null },
        ...{ address: null, startsAt, durationMinutes: 60, estimatedCents: null, scheduledAt: startsAt },
      },
    })
    await test.project()
    await test.call('POST', '/api/appointments/900/customer-link')
    expect(await linksOf(customerId)).toMatchObject([{ name: 'General Repairs', startsAt }])
    // of a job that was deleted meanwhile
    const deletedAt = startsAt
    await test.appendForeign('appointment-900', {
      type: 'AppointmentDeleted',
      data: { appointmentId: 900, deletedAt },
    })
    await test.project()
    expect(await linksOf(customerId)).toMatchObject([{ name: 'Appointment', startsAt: null }])
  })

  it('are revoked one by one or all together, and never those of another customer', async () => {
    const [a, b] = [await issued(), await issued()]
    const second = await issue(await addInvoice(a.customerId))
    const revoke = async (path: string) => (await test.call('DELETE', path)).status
    expect(await revoke(`/api/customers/${b.customerId}/links/${a.link.id}`)).toBe(404)
    expect(await resolve(a.token)).toMatchObject({ is: 'live' })
    expect(await revoke(`/api/customers/${a.customerId}/links/${a.link.id}`)).toBe(204)
    expect(await resolve(a.token)).toEqual({ is: 'dead' })
    expect(await resolve(tokenOf(second))).toMatchObject({ is: 'live' })
    const all = await test.call('DELETE', `/api/customers/${a.customerId}/links`)
    expect(all.json).toEqual({ revoked: 1 })
    expect(await resolve(tokenOf(second))).toEqual({ is: 'dead' })
    expect(await resolve(b.token)).toMatchObject({ is: 'live' })
    // what was revoked stays so when the document is shared again
    expect(tokenOf(await issue(a.invoiceId))).not.toBe(a.token)
    expect(await resolve(a.token)).toEqual({ is: 'dead' })
  })

  it('are the same when the read model is rebuilt from the log', async () => {
    expect(await test.differences()).toEqual([])
  })
})
