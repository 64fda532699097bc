import { codeDigits } from '@plumbline/platform/customer-links'
import { findDataKey, recordErasures } from '@plumbline/platform/encryption'
import { testMetadata } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EnteredCode, IssuedLink, ResolvedLink } from '../api.ts'
import { customerSubject } from '../events.ts'
import { ann, type CrmUnderTest, startCrm } from '../testing.ts'

let test: CrmUnderTest
let lastInvoiceId = 0
const issuedOn = new Date('2026-11-21T15:00:00Z')
const minutes = (count: number) => new Date(test.clock.now.getTime() + count * 60_000)
beforeAll(async () => {
  test = await startCrm()
})
afterAll(() => test.stop())
beforeEach(() => {
  test.clock.now = issuedOn
})

const visitor = { user: null }
const post = <T>(path: string, body: object) =>
  test.call<T>('POST', `/customer-links/${path}`, { body, caller: visitor })
const resolve = async (token: string, device?: string) =>
  (await post<ResolvedLink>('resolve', { token, device })).json
const send = (token: string, channel = 'sms') => post<null>('send-code', { token, channel })
const enter = (token: string, code: string) => post<EnteredCode>('enter-code', { token, code })

async function addCustomer(more: object = {}): Promise<number> {
  const body = { ...ann, phone: '919 555 0142', email: 'ann@example.test', status: 'active', ...more }
  return (await test.call<{ id: number }>('POST', '/api/customers', { body })).json.id
}

async function issueLink(customerId: number) {
  const invoiceId = ++lastInvoiceId
  const at = issuedOn.toISOString()
  const stream = `invoice-${invoiceId}`
  await test.appendForeign(stream, {
    type: 'InvoiceDrafted',
    data: {
      ...{ invoiceId, customerId, appointmentId: null, description: 'Repairs', dueOn: '2026-12-20' },
      ...{ lines: [{ description: 'Repairs', amountCents: 7500, taxCents: 0 }], draftedAt: at },
    },
  })
  await test.appendForeign(stream, {
    type: 'InvoiceIssued',
    data: { invoiceId, number: invoiceId, issuedOn: '2026-11-20', issuedAt: at },
  })
  await test.project()
  const { id, path } = (await test.call<IssuedLink>('POST', `/api/invoices/${invoiceId}/customer-link`)).json
  return { linkId: id, token: path.replace('/c/', '') }
}

/** A link of a customer that ran out an hour ago. */
async function expiredLink(more: object = {}) {
  test.clock.now = issuedOn
  const customerId = await addCustomer(more)
  const issued = await issueLink(customerId)
  test.clock.now = new Date('2026-12-21T16:00:00Z')
  return { customerId, ...issued }
}

/** As messaging writes it to the customer. */
async function digitsOf({ customerId, linkId }: { customerId: number; linkId: number }, number: number) {
  const dataKey = await findDataKey(test.pool, test.keyring, customerSubject(customerId))
  return codeDigits(test.keyring, dataKey, { linkId, number })
}
const wrongFor = (digits: string) => (digits === '000000' ? '000001' : '000000')

/** The device after the first code. */
async function knownDevice() {
  const link = await expiredLink()
  await send(link.token)
  const { json } = await enter(link.token, await digitsOf(link, 1))
  if (json.is !== 'right') throw new Error('The code was wrong.')
  return { ...link, device: json.device }
}

describe('a link that has run out', () => {
  it('says where a code can be sent, and no more of an address than its owner needs', async () => {
    const { token, customerId, linkId } = await expiredLink()
    expect(await resolve(token)).toEqual({
      is: 'expired',
      link: { linkId, customerId, scope: { kind: 'invoice', id: lastInvoiceId } },
      ways: [
        { channel: 'sms', to: 'the number ending in 42' },
        { channel: 'email', to: 'a***@example.test' },
      ],
    })
  })

  it('sends no code where the customer cannot be reached, and none while it works', async () => {
    const { token } = await expiredLink({ phone: '+44 20 7946 0018' })
    expect((await send(token, 'sms')).status).toBe(400)
    expect((await send(token, 'email')).status).toBe(200)
    test.clock.now = issuedOn
    expect((await send(token, 'email')).status).toBe(409)
  })

  it('opens with the code, once, in the device that entered it', async () => {
    const link = await expiredLink()
    await send(link.token)
    const digits = await digitsOf(link, 1)
    const { json } = await enter(link.token, ` ${digits.slice(0, 3)} ${digits.slice(3)}`)
    expect(json).toMatchObject({ is: 'right', expiresAt: '2027-01-20T16:00:00.000Z' })
    expect((await enter(link.token, digits)).status).toBe(409)
    const device = json.is === 'right' ? json.device : ''
    expect(await resolve(link.token, device)).toMatchObject({
      is: 'live',
      expiresAt: '2027-01-20T16:00:00.000Z',
    })
    expect((await resolve(link.token)).is).toBe('expired')
  })
})

describe('a code', () => {
  it('works for ten minutes', async () => {
    const link = await expiredLink()
    await send(link.token)
    const digits = await digitsOf(link, 1)
    test.clock.now = minutes(10)
    expect((await enter(link.token, digits)).status).toBe(409)
    await send(link.token)
    test.clock.now = minutes(9.9)
    expect((await enter(link.token, await digitsOf(link, 2))).json.is).toBe('right')
  })

  it('can be mistaken five times, then the right one does not work either', async () => {
    const link = await expiredLink()
    await send(link.token)
    const digits = await digitsOf(link, 1)
    for (const triesLeft of [4, 3, 2, 1, 0])
      expect((await enter(link.token, wrongFor(digits))).json).toEqual({ is: 'wrong', triesLeft })
    expect((await enter(link.token, digits)).status).toBe(409)
  })

  it('is not found by many tries at the same moment', async () => {
    const link = await expiredLink()
    await send(link.token)
    const wrong = wrongFor(await digitsOf(link, 1))
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter(link.token, wrong)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
  })

  it('replaces the one before, and is another one for another link', async () => {
    const [link, other] = [await expiredLink(), await expiredLink()]
    await send(link.token)
    await send(link.token)
    await send(other.token)
    const first = await digitsOf(link, 1)
    expect(new Set([first, await digitsOf(link, 2), await digitsOf(other, 1)]).size).toBe(3)
    expect((await enter(link.token, first)).json.is).toBe('wrong')
    expect((await enter(other.token, await digitsOf(link, 2))).json.is).toBe('wrong')
  })

  it('is sent three times an hour and six times a day, also at the same moment', async () => {
    const { token } = await expiredLink()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    test.clock.now = minutes(60)
    for (let n = 0; n < 3; n++) expect((await send(token)).status).toBe(200)
    test.clock.now = minutes(60)
    const { status, headers } = await send(token)
    expect([status, headers.get('retry-after')]).toEqual([429, String(22 * 60 * 60)])
    test.clock.now = minutes(22 * 60)
    expect((await send(token)).status).toBe(200)
  })

  it('was never sent: nothing can be entered', async () => {
    const link = await expiredLink()
    expect((await enter(link.token, await digitsOf(link, 1))).status).toBe(409)
  })

  it('needs the secret of the link', async () => {
    const { linkId } = await expiredLink()
    const guessed = `${linkId}-${'x'.repeat(43)}`
    expect((await send(guessed)).status).toBe(404)
    expect((await enter(guessed, '000000')).status).toBe(404)
    expect(await resolve(guessed)).toEqual({ is: 'unknown' })
  })
})

describe('a known device', () => {
  it('opens the links of its customer for 30 days, and of nobody else', async () => {
    const { customerId, device } = await knownDevice()
    test.clock.now = issuedOn
    const own = await issueLink(customerId)
    const foreign = await issueLink(await addCustomer({ email: 'other@example.test' }))
    test.clock.now = new Date('2027-01-20T15:59:00Z')
    expect((await resolve(own.token, device)).is).toBe('live')
    expect((await resolve(foreign.token, device)).is).toBe('expired')
    test.clock.now = minutes(1)
    expect((await resolve(own.token, device)).is).toBe('expired')
  })

  it('cannot be made longer or forged', async () => {
    const { token, linkId, device } = await knownDevice()
    const [, end = '', mac] = device.split('-')
    const forged = [
      `${linkId}-${Number(end) + 1}-${mac}`,
      `${linkId}-${end}-${'x'.repeat(43)}`,
      token,
      '',
      'x',
    ]
    for (const it of forged) expect([it, (await resolve(token, it)).is]).toEqual([it, 'expired'])
    expect((await resolve(token, device)).is).toBe('live')
  })

  it('ends when the links of its customer are revoked, those that have run out, too', async () => {
    const { customerId, token, device } = await knownDevice()
    test.clock.now = issuedOn
    const other = await issueLink(customerId)
    test.clock.now = new Date('2026-12-22T16:00:00Z')
    await test.call('DELETE', `/api/customers/${customerId}/links`)
    expect(await resolve(token, device)).toEqual({ is: 'dead' })
    expect(await resolve(other.token, device)).toEqual({ is: 'dead' })
    expect((await send(token)).status).toBe(404)
  })

  it('ends when the link is revoked that it became known by', async () => {
    const { customerId, linkId, device } = await knownDevice()
    test.clock.now = issuedOn
    const other = await issueLink(customerId)
    test.clock.now = new Date('2026-12-22T16:00:00Z')
    expect((await resolve(other.token, device)).is).toBe('live')
    await test.call('DELETE', `/api/customers/${customerId}/links/${linkId}`)
    expect((await resolve(other.token, device)).is).toBe('expired')
  })

  it('ends when its customer is erased', async () => {
    const { customerId, token, device } = await knownDevice()
    const client = await test.owner.connect()
    try {
      await client.query('BEGIN')
      await recordErasures(client as never, [customerSubject(customerId)], testMetadata, new Date())
      await client.query('COMMIT')
    } finally {
      client.release()
    }
    expect(await resolve(token, device)).toEqual({ is: 'unknown' })
  })
})
