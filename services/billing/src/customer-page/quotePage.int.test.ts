import type { CustomerPage } from '@plumbline/platform/schemas'
import { startServiceForTest } from '@plumbline/platform/testing'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { QuoteDetails } from '../api.ts'
import { billing } from '../service.ts'
import { type BillingTest, customerMerged, customerRegistered, quoteForm, testOptions } from '../testing.ts'

let test: BillingTest
beforeAll(async () => {
  test = await startServiceForTest(billing, testOptions)
  for (const id of [1, 2, 3]) await test.appendForeign(`customer-${id}`, customerRegistered(id))
  await test.project()
})
afterAll(() => test.stop())
beforeEach(() => {
  test.clock.now = new Date('2026-11-21T19:02:00Z')
})

const post = async (path: string, body: object = {}) =>
  (await test.call<QuoteDetails>('POST', path, { body })).json
const { customerId: _, ...content } = quoteForm
const revise = (id: number, more: object) =>
  test.call('PUT', `/api/quotes/${id}`, { body: { ...content, ...more } })
const send = (id: number) => post(`/api/quotes/${id}/send`, { channel: 'in_person' })
const sent = async (more: object = {}) => send((await post('/api/quotes', { ...quoteForm, ...more })).id)
const get = async (id: number) => (await test.call<QuoteDetails>('GET', `/api/quotes/${id}`)).json

const linkOf = (id: number, customerId = 1, kind: 'quote' | 'invoice' = 'quote') => ({
  ...{ user: null, addressHash: 'a1b2' },
  link: { linkId: 5, customerId, scope: { kind, id } },
})
const show = (id: number, query = '', caller: object = linkOf(id)) =>
  test.call<CustomerPage>('GET', `/customer-pages/quote/${id}${query}`, { caller })
const answer = (id: number, how: string, body: object, caller: object = linkOf(id)) =>
  test.call('POST', `/customer-pages/quote/${id}/${how}`, { body, caller })
const approval = { revision: '1', option: '2', addOns: '1', name: 'Ann Lee' }
const words = ({ body }: CustomerPage) =>
  body
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const signature = 'M10 10L200 150L400 20M50 60L300 60'

describe('the page of a quote', () => {
  it('offers what was sent, to choose from', async () => {
    const { id, quoteNumber } = await sent()
    const page = (await show(id)).json
    expect(page.title).toBe(`Quote ${quoteNumber}`)
    expect(words(page)).toMatch(/^Waiting for your answer New deck .* Option 1: .* Option 2: .* You can add/)
    expect(words(page)).toContain('Total $96.51')
    expect(words(page)).toContain('Total $334.58')
    expect(page.body).toContain('type="radio" name="option" value="2"')
    expect(page.body).not.toContain('/approve')
  })

  it('says what a choice comes to, to the cent, before it is approved', async () => {
    const { id } = await sent()
    const page = (await show(id, '?option=2&add=1')).json
    const total = /Total (\$[\d.,]+)/.exec(words(page))?.[1] as string
    expect(words(page)).toContain(`Approve ${total}`)
    expect(words(page)).toMatch(
      /By pressing “Approve” I agree to quote QUO-\d+, version 1, for \$[\d.,]+, and to its terms\./,
    )
    expect((await answer(id, 'approve', approval)).status).toBe(204)
    const { approval: agreed } = await get(id)
    expect(`$${agreed?.price.total}`).toBe(total)
    const pdf = await test.send('GET', `/customer-pages/quote/${id}/pdf`, { caller: linkOf(id) })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer())), {
      mergePages: true,
    })
    expect(text).toContain(`Total ${total}`)
    const invoice = await post(`/api/quotes/${id}/invoice`, { part: 'rest' })
    const { invoiceId } = invoice as unknown as { invoiceId: number }
    const { totalAmount } = (await test.call<{ totalAmount: string }>('GET', `/api/invoices/${invoiceId}`))
      .json
    expect(`$${totalAmount}`).toBe(total)
  })

  it('to choose again has what was chosen marked', async () => {
    const { id } = await sent()
    const chosen = (await show(id, '?option=2&add=1')).json.body
    const [, again] = /href="\/c\/quote\/\d+(\?[^"]*)">Choose again</.exec(chosen) ?? []
    const { body } = (await show(id, again?.replaceAll('&amp;', '&'))).json
    expect(body).not.toContain('/approve')
    const checked = [...body.matchAll(/name="(option|add)" value="(\d+)"[^>]* checked>/g)].map((it) =>
      it.slice(1),
    )
    expect(checked).toEqual([
      ['option', '2'],
      ['add', '1'],
    ])
    expect((await show(id)).json.body).not.toContain(' checked')
  })

  it.each(['?option=9', '?option=1&add=7', '?option=x'])(
    'refuses a choice that is not offered: %s',
    async (query) => {
      const { id } = await sent()
      expect((await show(id, query)).status).toBe(400)
    },
  )

  it('where there is nothing to choose is the form to approve it at once', async () => {
    const [option] = quoteForm.options
    const { id } = await sent({ options: [option], addOns: [] })
    expect((await show(id)).json.body).toContain(`action="/c/quote/${id}/approve?option=1"`)
  })

  const everything = { quantities: true, unitPrices: true, lineTotals: true }
  it.each([
    ['quantities', /3 ×|Quantity/, /\$100\.00 each/],
    ['unitPrices', /\$100\.00|\$33\.33/, /Quantity: 3/],
    ['lineTotals', /\$300\.00/, /3 × \$100\.00/],
  ] as const)('shows no %s that the business does not, nor does its PDF', async (part, hidden, instead) => {
    const pdfText = async (id: number) => {
      const pdf = await test.send('GET', `/customer-pages/quote/${id}/pdf`, { caller: linkOf(id) })
      const document = await getDocumentProxy(new Uint8Array(await pdf.arrayBuffer()))
      return (await extractText(document, { mergePages: true })).text
    }
    /** Offered, chosen and approved, as page and as PDF. */
    const everywhere = async (id: number) => {
      const texts = [(await show(id)).text, (await show(id, '?option=2&add=1')).text, await pdfText(id)]
      expect((await answer(id, 'approve', approval)).status).toBe(204)
      return [...texts, (await show(id)).text, await pdfText(id)]
    }
    const shown = await everywhere((await sent({ show: everything })).id)
    for (const text of shown) expect(text).toMatch(hidden)
    const { id } = await sent({ show: { ...everything, [part]: false } })
    for (const text of await everywhere(id)) {
      expect(text).not.toMatch(hidden)
      expect(text).toMatch(instead)
      // totals, and what can be added, always
      expect(text).toMatch(/Total/)
    }
    expect((await show((await sent({ show: { ...everything, [part]: false } })).id)).text).toContain('$75.00')
    // staff see everything
    expect((await get(id)).content.options[1]?.lines[0]).toMatchObject({
      quantity: '3',
      unitPrice: '100.00',
      amount: '300.00',
    })
  })

  it('that shows everything is the document that it was before there was a choice', async () => {
    const [before, now] = [await sent(), await sent({ show: everything })]
    const { rows } = await test.owner.query(
      `SELECT data->>'documentHash' AS hash FROM es.events WHERE stream_id = ANY($1) AND type = 'QuoteSent'`,
      [[`quote-${before.id}`, `quote-${now.id}`]],
    )
    expect(new Set(rows.map(({ hash }) => hash)).size).toBe(1)
    expect((await get(before.id)).content.show).toEqual(everything)
    const other = await sent({ show: { ...everything, quantities: false } })
    expect((await get(other.id)).content.show).toEqual({ ...everything, quantities: false })
    // saved again as it is, it is no other revision
    await revise(other.id, { show: { ...everything, quantities: false } })
    expect((await get(other.id)).revision).toBe(1)
  })

  it('shows a revision only once it is sent', async () => {
    const { id } = await sent()
    await revise(id, { title: 'A bigger deck' })
    expect(words((await show(id)).json)).toContain('New deck')
    await send(id)
    expect(words((await show(id)).json)).toContain('A bigger deck')
  })

  it('is not there before the quote is sent, nor by a link to something else', async () => {
    const draft = await post('/api/quotes', quoteForm)
    expect((await show(draft.id)).status).toBe(404)
    const [mine, other] = [await sent(), await sent()]
    for (const path of ['', '/pdf']) {
      const at = (caller: object) =>
        test.send('GET', `/customer-pages/quote/${mine.id}${path}`, { caller }).then(({ status }) => status)
      expect(await at(linkOf(mine.id))).toBe(200)
      expect(await at(linkOf(other.id))).toBe(403)
      expect(await at(linkOf(mine.id, 1, 'invoice'))).toBe(403)
      expect(await at(linkOf(mine.id, 2))).toBe(404)
      expect(await at({ user: null })).toBe(401)
      expect(await at({})).toBe(403)
    }
    expect((await answer(mine.id, 'approve', approval, linkOf(other.id))).status).toBe(403)
    expect((await answer(mine.id, 'approve', approval, linkOf(mine.id, 2))).status).toBe(404)
    expect((await get(mine.id)).status).toBe('sent')
  })

  it('is there before the quote is sent for a member who looks at it as the customer, as it will be', async () => {
    const { id } = await post('/api/quotes', quoteForm)
    const as = (customerId: number) => {
      const caller = linkOf(id, customerId)
      return { ...caller, link: { ...caller.link, linkId: 0, isPreview: true } }
    }
    const preview = (await show(id, '', as(1))).json
    expect((await show(id, '?option=2&add=1', as(1))).json.body).toContain(`/c/quote/${id}/approve`)
    expect((await test.send('GET', `/customer-pages/quote/${id}/pdf`, { caller: as(1) })).status).toBe(200)
    expect((await show(id, '', as(2))).status).toBe(404)
    for (const how of ['approve', 'decline', 'ask', 'opened'])
      expect([how, (await answer(id, how, { ...approval, words: 'x', reason: '' }, as(1))).status]).toEqual([
        how,
        404,
      ])
    expect(await get(id)).toMatchObject({ status: 'draft', sentRevision: null, viewedAt: null })
    await send(id)
    expect((await show(id)).json).toEqual(preview)
    // once it is sent it is what the customer has, and not what staff writes meanwhile
    await revise(id, { title: 'A bigger deck' })
    expect((await show(id, '', as(1))).json).toEqual(preview)
  })

  it('shows what people wrote as text, and nothing that is internal', async () => {
    const { id } = await sent({ title: '<script>alert(1)</script> & deck', leadId: 987_654 })
    const { text, json } = await show(id)
    expect(json.body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; deck')
    for (const internal of ['987654', 'user-1', 'owner', 'documentHash', 'history'])
      expect(text).not.toContain(internal)
  })

  it('of a withdrawn quote says that alone', async () => {
    const { id } = await sent()
    await post(`/api/quotes/${id}/withdraw`)
    const text = words((await show(id)).json)
    expect(text).toContain('We have withdrawn this quote.')
    expect(text).not.toContain('$')
  })
})

describe('a customer', () => {
  it('approves with a name and a signature, which are shown on both sides', async () => {
    const { id } = await sent()
    expect((await answer(id, 'approve', { ...approval, signature })).status).toBe(204)
    expect(await get(id)).toMatchObject({
      status: 'approved',
      approval: { by: 'customer', signerName: 'Ann Lee', signature, optionId: 2, addOnIds: [1] },
    })
    const page = (await show(id)).json
    expect(words(page)).toMatch(/^Approved New deck Approved by Ann Lee at 2:02 PM, \$[\d.,]+\. Thank you!/)
    expect(page.body).toContain(`<path d="${signature}"/>`)
    expect(page.body).not.toContain('/approve')
    const { rows } = await test.owner.query(
      `SELECT data FROM es.events WHERE stream_id = $1 AND type = 'QuoteApproved'`,
      [`quote-${id}`],
    )
    expect(rows[0].data.consentText).toMatch(/^By pressing “Approve” I agree to quote/)
    expect(JSON.stringify(rows)).not.toContain('Ann Lee')
  })

  it('reads that staff approved for them', async () => {
    const approvedFor = async (signer: object) => {
      const { id } = await sent()
      await post(`/api/quotes/${id}/approve`, { revision: 1, optionId: 2, ...signer })
      return words((await show(id)).json)
    }
    expect(await approvedFor({})).toMatch(/^Approved New deck Approved for you by us at 2:02 PM, /)
    expect(await approvedFor({ signerName: 'Bo Lee' })).toMatch(
      /^Approved New deck Approved for Bo Lee by us at 2:02 PM, /,
    )
  })

  it('who sends the form twice approves once', async () => {
    const { id } = await sent()
    const answers = await Promise.all([1, 2, 3].map(() => answer(id, 'approve', approval)))
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    const approvals = (await get(id)).history.filter(({ text }) => text.startsWith('Approved'))
    expect(approvals).toHaveLength(1)
  })

  it('who comes second learns who approved and when', async () => {
    const { id } = await sent()
    const [first, second] = await Promise.all([
      answer(id, 'approve', approval),
      answer(id, 'approve', { ...approval, option: '1', name: 'Tom Lee' }),
    ])
    const refused = first.status === 409 ? first : second
    expect([first.status, second.status].sort()).toEqual([204, 409])
    expect(refused.text).toMatch(/This quote was approved by (Ann|Tom) Lee at 2:02 PM\./)
  })

  it('cannot approve a revision that was replaced', async () => {
    const { id } = await sent()
    await revise(id, { title: 'A bigger deck' })
    await send(id)
    const refused = await answer(id, 'approve', approval)
    expect([refused.status, refused.text]).toEqual([
      409,
      'This quote was changed at 2:02 PM. Please look again.',
    ])
    expect((await answer(id, 'approve', { ...approval, revision: '2' })).status).toBe(204)
  })

  it.each([
    ['the option', { options: quoteForm.options.slice(0, 1) }],
    ['the add-on', { addOns: [] }],
  ])('who chose what the next revision dropped is told that it was changed: %s', async (_what, change) => {
    const { id } = await sent()
    await revise(id, change)
    await send(id)
    const refused = await answer(id, 'approve', approval)
    expect([refused.status, refused.text]).toEqual([
      409,
      'This quote was changed at 2:02 PM. Please look again.',
    ])
    expect((await get(id)).status).toBe('sent')
  })

  it.each([
    ['no name', { name: ' ' }],
    ['a dot for a signature', { signature: 'M10 10L11 11' }],
    ['something else for a signature', { signature: 'M1 1"/><script>' }],
    ['an option that is not offered', { option: '7' }],
    ['an add-on that is not offered', { addOns: '1,9' }],
  ])('cannot approve with %s', async (_what, change) => {
    const { id } = await sent()
    expect((await answer(id, 'approve', { ...approval, ...change })).status).toBe(400)
    expect((await get(id)).status).toBe('sent')
  })

  it('asks for changes, sees what they wrote, and can still approve', async () => {
    const { id } = await sent()
    expect((await answer(id, 'ask', { revision: '1', words: '' })).status).toBe(400)
    await answer(id, 'ask', { revision: '1', words: 'Cedar, please & soon' })
    expect(await get(id)).toMatchObject({
      status: 'changes_requested',
      requestedChanges: 'Cedar, please & soon',
    })
    expect((await show(id)).json.body).toContain('You wrote: “Cedar, please &amp; soon”')
    expect((await answer(id, 'approve', approval)).status).toBe(204)
  })

  it('declines, with a reason or without', async () => {
    const { id } = await sent()
    expect((await answer(id, 'decline', { revision: '1', reason: 'Too late in the year' })).status).toBe(204)
    expect(await get(id)).toMatchObject({ status: 'declined', declineReason: 'Too late in the year' })
    expect(words((await show(id)).json)).toContain('You declined this quote.')
    const other = await sent()
    expect((await answer(other.id, 'decline', { revision: '1' })).status).toBe(204)
  })

  it('who declines after they asked for a change is promised no new version', async () => {
    const { id } = await sent()
    await answer(id, 'ask', { revision: '1', words: 'Cedar, please' })
    await answer(id, 'decline', { revision: '1' })
    expect(await get(id)).toMatchObject({ status: 'declined', requestedChanges: null })
    const text = words((await show(id)).json)
    expect(text).toContain('You declined this quote.')
    expect(text).not.toContain('We will send you a new version.')
  })

  it('who comes late can ask for a new price alone', async () => {
    const { id } = await sent({ validUntil: '2026-11-25' })
    test.clock.now = new Date('2026-11-26T15:00:00Z')
    expect((await answer(id, 'approve', approval)).status).toBe(409)
    const page = (await show(id)).json
    expect(words(page)).toContain('Ask for a new price')
    expect(page.body).not.toMatch(/\/(approve|decline)"/)
    expect((await answer(id, 'ask', { revision: '1', words: 'Same in spring?' })).status).toBe(204)
    expect((await get(id)).status).toBe('changes_requested')
  })

  it('who asked for a change in time cannot approve later than the quote was valid', async () => {
    const { id } = await sent({ validUntil: '2026-11-25' })
    await answer(id, 'ask', { revision: '1', words: 'Cedar, please' })
    expect((await show(id)).json.body).toContain('name="option"')
    test.clock.now = new Date('2026-11-26T15:00:00Z')
    const page = (await show(id)).json
    expect(words(page)).toContain('You wrote: “Cedar, please”')
    expect(page.body).not.toMatch(/name="option"|\/(approve|decline)"/)
    expect((await answer(id, 'approve', approval)).status).toBe(409)
  })

  it('who looks at it is noted once a day, and looking by GET is not noted', async () => {
    const { id } = await sent()
    await show(id)
    expect((await get(id)).viewedAt).toBeNull()
    for (let n = 0; n < 3; n++) expect((await answer(id, 'opened', {})).status).toBe(204)
    const { viewedAt, history } = await get(id)
    expect(viewedAt).not.toBeNull()
    expect(history.filter(({ text }) => text === 'Viewed by the customer')).toHaveLength(1)
  })
})

describe('rules of quotes', () => {
  let version = 0
  const rule = (rules: object) =>
    test.appendForeign('business-1', {
      type: 'QuoteRulesSet',
      data: { ...rules, changedAt: `2026-11-20T00:00:0${version++}Z` },
    })

  it('a customer has to sign where the business wants it, from the next request on', async () => {
    const { id } = await sent()
    expect((await show(id, '?option=2')).json.body).not.toContain('<noscript>')
    await rule({ signature: 'required' })
    const page = (await show(id, '?option=2')).json
    expect(page.body).toContain('Sign here</p>')
    expect(page.body).toContain('<noscript><p>Your signature is needed.')
    const refused = await answer(id, 'approve', approval)
    expect([refused.status, refused.text]).toEqual([
      400,
      'Please sign with a finger or a mouse, below your name.',
    ])
    expect((await get(id)).status).toBe('sent')
    expect((await answer(id, 'approve', { ...approval, signature })).status).toBe(204)
    await rule({ signature: 'optional' })
    const other = await sent()
    expect((await answer(other.id, 'approve', approval)).status).toBe(204)
  })

  it('cannot approve by a rule of the deposit that the page did not show', async () => {
    const { id } = await sent({ deposit: { amount: '50.00' } })
    const shown = async () =>
      /name="needsDeposit" value="(\w+)"/.exec((await show(id, '?option=2')).json.body)?.[1]
    expect(await shown()).toBe('no')
    await rule({ approvalNeedsDeposit: true })
    const refused = await answer(id, 'approve', { ...approval, needsDeposit: 'no' })
    expect([refused.status, refused.text]).toEqual([
      409,
      'When the deposit is due changed since you opened this page. Please read it again.',
    ])
    expect((await get(id)).status).toBe('sent')
    const needsDeposit = await shown()
    expect(needsDeposit).toBe('yes')
    expect((await answer(id, 'approve', { ...approval, needsDeposit })).status).toBe(204)
    await rule({ approvalNeedsDeposit: false })
  })

  it('an approval waits for its deposit where it did so when it was given', async () => {
    const before = await sent({ deposit: { amount: '50.00' } })
    await answer(before.id, 'approve', approval)
    await rule({ approvalNeedsDeposit: true })
    const [{ id }, free] = [await sent({ deposit: { amount: '50.00' } }), await sent({ deposit: null })]
    const note = 'Your approval counts when the deposit of $50.00 is paid.'
    expect(words((await show(id, '?option=2')).json)).toContain(note)
    expect(words((await show(free.id, '?option=2')).json)).not.toContain('Your approval counts')
    await answer(id, 'approve', approval)
    await answer(free.id, 'approve', approval)
    await rule({ approvalNeedsDeposit: false })
    const waits = async (of: number) => (await get(of)).approval?.waitsForDeposit
    expect([await waits(before.id), await waits(id), await waits(free.id)]).toEqual([false, true, false])
    const page = words((await show(id)).json)
    expect(page).toContain(`How to pay the deposit ${note} Payment is due`)
    expect((await show(id)).json.body).toContain('class="state open"')
    expect(words((await show(before.id)).json)).not.toContain('Your approval counts')

    const invoice = await post(`/api/quotes/${id}/invoice`, { part: 'deposit' })
    const { invoiceId } = invoice as unknown as { invoiceId: number }
    await post(`/api/invoices/${invoiceId}/issue`)
    expect(await waits(id)).toBe(true)
    const pay = (amount: string) =>
      test.call('POST', `/api/invoices/${invoiceId}/payments`, { body: { amount, method: 'cash' } })
    expect((await pay('49.99')).status).toBeLessThan(300)
    expect(await waits(id)).toBe(true)
    await pay('0.01')
    expect(await waits(id)).toBe(false)
    expect((await show(id)).json.body).toContain('class="state done"')
    expect(words((await show(id)).json)).not.toContain('Your approval counts')
  })
})

it('the customer whom another one was merged into sees the quotes of both', async () => {
  const { id } = await sent({ customerId: 2 })
  await test.appendForeign('customer-2', customerMerged(2, 3))
  await test.project()
  expect((await show(id, '', linkOf(id, 3))).status).toBe(200)
  expect((await show(id, '', linkOf(id, 1))).status).toBe(404)
})
