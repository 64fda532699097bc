import { customerSubject } from '@plumbline/crm/events'
import { eraseSubjects } from '@plumbline/platform/encryption'
import { startServiceForTest, testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Invoice, Quote, QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerRegistered, quoteForm, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  await test.appendForeign('customer-1', customerRegistered(1))
  await test.appendForeign('customer-2', customerRegistered(2, 'Margaret', 'Holloway'))
  await test.project()
})
afterAll(() => test.stop())

const post = (path: string, body: object = {}) => test.call<QuoteDetails>('POST', path, { body })
const sent = async (body: object = {}) => {
  const { id } = (await post('/api/quotes', { ...quoteForm, ...body })).json
  await post(`/api/quotes/${id}/send`, { channel: 'email' })
  return id
}
const get = async (id: number) => (await test.call<QuoteDetails>('GET', `/api/quotes/${id}`)).json
const origin = () => ({ metadata: { actor: 'customer', requestId: 'c' }, now: test.clock.now })
const choice = { revision: 1, optionId: 2, addOnIds: [1] }
const approveAs = (id: number, signerName: string, revision = 1) =>
  test.commands.approveQuote(
    origin(),
    id,
    { ...choice, revision },
    {
      ...{ by: 'customer', signerName, signature: 'M 1 1 L 9 9', consentText: 'I agree.' },
      ...{ addressHash: 'ab12', userAgent: 'Phone' },
    },
  )
const typesOf = async (id: number): Promise<string[]> =>
  (
    await test.owner.query(`SELECT type FROM es.events WHERE stream_id = $1 ORDER BY version`, [
      `quote-${id}`,
    ])
  ).rows.map(({ type }) => type)
const outcomesOf = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((it) => (it.status === 'fulfilled' ? 'done' : (it.reason as Error).message))

describe('two at once', () => {
  it('one of two approvals succeeds, and the other sees who approved and when', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await sent()
      const outcomes = outcomesOf(
        await Promise.allSettled([approveAs(id, 'Ann Lee'), approveAs(id, 'Bob Lee')]),
      )
      const winner = outcomes[0] === 'done' ? 'Ann Lee' : 'Bob Lee'
      expect(outcomes.toSorted()).toEqual([`This quote was approved by ${winner} at 10:00 AM.`, 'done'])
      expect((await get(id)).approval).toMatchObject({ signerName: winner, by: 'customer' })
      expect((await typesOf(id)).filter((type) => type === 'QuoteApproved')).toHaveLength(1)
    }
  })

  it('an approval and a new revision that is sent leave either the approved one or the sent one, never both', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await sent()
      const { customerId: _, ...content } = { ...quoteForm, title: `Porch ${round}` }
      const revise = async () => {
        const saved = await test.call('PUT', `/api/quotes/${id}`, { body: content })
        const again = await post(`/api/quotes/${id}/send`, { channel: 'email' })
        return [saved.status, again.status]
      }
      const [approval, statuses] = await Promise.all([
        approveAs(id, 'Ann Lee').then(
          () => 'approved',
          (error: Error) => error.message,
        ),
        revise(),
      ])
      const { status, revision, content: shown, sentContent } = await get(id)
      if (approval === 'approved') {
        expect({ status, revision, title: shown.title }).toEqual({
          ...{ status: 'approved', revision: 1, title: 'New deck' },
        })
        expect(statuses[1]).toBe(409)
      } else {
        expect(approval).toBe('This quote was changed at 10:00 AM. Please look again.')
        expect({ status, revision, sentContent }).toEqual({ status: 'sent', revision: 2, sentContent: null })
        await approveAs(id, 'Ann Lee', 2)
      }
      expect((await get(id)).status).toBe('approved')
    }
  })

  it('an approval and a withdrawal leave one of both', async () => {
    const id = await sent()
    const outcomes = outcomesOf(
      await Promise.allSettled([approveAs(id, 'Ann Lee'), test.commands.withdrawQuote(origin(), id)]),
    )
    expect(outcomes.filter((it) => it === 'done')).toHaveLength(1)
    const { status } = await get(id)
    expect(status).toBe(outcomes[0] === 'done' ? 'approved' : 'withdrawn')
  })

  it('a transaction that fails after the invoice was drafted leaves neither the invoice nor its mark', async () => {
    const id = await sent()
    await approveAs(id, 'Ann Lee')
    await test.owner.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'the connection is gone'; END $$`)
    await test.owner.query(`CREATE TRIGGER refuse BEFORE INSERT ON es.events FOR EACH ROW
      WHEN (NEW.type = 'QuoteInvoiced') EXECUTE FUNCTION refuse()`)
    const before = (await test.call<Invoice[]>('GET', '/api/invoices')).json.length
    expect((await post(`/api/quotes/${id}/invoice`, { part: 'rest' })).status).toBe(500)
    expect((await test.call<Invoice[]>('GET', '/api/invoices')).json).toHaveLength(before)
    expect(await typesOf(id)).not.toContain('QuoteInvoiced')
    await test.owner.query('DROP TRIGGER refuse ON es.events')
    expect((await post(`/api/quotes/${id}/invoice`, { part: 'rest' })).status).toBe(201)
    expect(await get(id)).toMatchObject({ invoicedAmount: '406.97', invoiceIds: { length: 1 } })
  })
})

describe('the commands of a customer', () => {
  it('are a view once a day, a wish and an approval with what makes it one', async () => {
    const id = await sent()
    await test.commands.markQuoteViewed(origin(), id)
    await test.commands.markQuoteViewed(origin(), id)
    await test.commands.requestQuoteChanges(origin(), id, { revision: 1, words: 'Less wood, please' })
    expect(await get(id)).toMatchObject({
      ...{ status: 'changes_requested', requestedChanges: 'Less wood, please' },
      viewedAt: test.clock.now.toISOString(),
    })
    await approveAs(id, 'Ann Lee')
    const { approval, history } = await get(id)
    expect(approval).toMatchObject({ signature: 'M 1 1 L 9 9', signerName: 'Ann Lee', by: 'customer' })
    expect(history.map(({ text }) => text)).toEqual([
      'Drafted',
      'Sent by email',
      'Viewed by the customer',
      'The customer asked for changes',
      'Approved by Ann Lee, $406.97',
    ])
  })
})

describe('an erased customer', () => {
  it('leaves the amounts of quotes, and of words, names and signatures nothing', async () => {
    const words = ['Dear Margaret', 'Her garden', 'Margaret Holloway', 'M 7 7 L 8 8', 'ab12cd', 'Phone of M']
    const id = await sent({ customerId: 2, message: words[0] })
    await test.commands.requestQuoteChanges(origin(), id, { revision: 1, words: words[1] as string })
    await test.commands.approveQuote(origin(), id, choice, {
      ...{ by: 'customer', signerName: words[2], signature: words[3], consentText: 'I agree.' },
      ...{ addressHash: words[4], userAgent: words[5] },
    } as Parameters<typeof test.commands.approveQuote>[3])
    const declined = await sent({ customerId: 2 })
    await post(`/api/quotes/${declined}/decline`, { revision: 1, reason: 'Her garden' })
    expect((await get(id)).approval).toMatchObject({ signerName: words[2], signature: words[3] })
    const stored = async () =>
      JSON.stringify(
        (await test.owner.query(`SELECT data FROM es.events WHERE stream_id LIKE 'quote-%'`)).rows,
      )
    // encrypted as long as they can be read
    for (const word of words) expect(await stored()).not.toContain(word)
    const before = await get(id)
    const { projections, asyncProjections, role } = billing.schema
    await eraseSubjects([customerSubject(2)], {
      pool: test.owner,
      keyring: test.keyring,
      targets: [...(projections ?? []), ...(asyncProjections ?? [])].map((projection) => ({
        ...{ projection, schema: 'billing', role },
      })),
      metadata: testMetadata,
      now: test.clock.now,
    })
    const after = await get(id)
    expect(after).toMatchObject({
      ...{ totalTo: '406.97', deposit: '203.49', status: 'approved' },
      content: { message: '[erased]', options: before.content.options },
      approval: { price: before.approval?.price, signerName: '[erased]', signature: '[erased]' },
    })
    expect((await get(declined)).declineReason).toBe('[erased]')
    const listed = (await test.call<Quote[]>('GET', '/api/quotes')).text
    for (const word of words) expect(listed + JSON.stringify(after)).not.toContain(word)
    const pdf = await test.send('GET', `/api/quotes/${id}/pdf`)
    expect(pdf.status).toBe(200)
    const again = await post('/api/quotes', { ...quoteForm, customerId: 2 })
    expect([400, 409, 410]).toContain(again.status)
  })
})
