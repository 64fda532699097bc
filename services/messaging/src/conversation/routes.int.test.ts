import { setTimeout as sleep } from 'node:timers/promises'
import { commit } from '@plumbline/platform/event-store'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedMessage } from '../api.ts'
import { consoleChannel } from '../channel/console.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  changeCustomer,
  conversationOf,
  customerRegistered,
  deliveriesOf,
  deliverWhenDue,
  deliveryOf,
  foreignPersonal,
  listMessages,
  type MessagingTest,
  mergeCustomers,
  sendMessage,
  settings,
  workerOver,
} from '../testing.ts'
import { recordOutcome } from './commands.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal, waitTimeoutMs: 30_000 })
})
afterAll(() => test.stop())

const send = (body: object, headers = {}) => sendMessage(test, body, headers)
/** As the composer sends it. */
const sms = (customerId: number, content = 'On my way') => ({
  customerId,
  content,
  type: 'sms',
  direction: 'outbound',
  status: 'sent',
})
const advanceClock = () => {
  test.clock.now = new Date(test.clock.now.getTime() + 1_000)
}
const nextPage = (headers: Headers) => /<(.*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] as string

describe('a message to a customer', () => {
  it('is stored, answered and put into the ledger', async () => {
    const customerId = await addCustomer(test)
    const { status, json } = await send(sms(customerId, ' On my way '))
    expect(status).toBe(201)
    expect(json).toEqual({
      id: expect.any(Number),
      customerId,
      type: 'sms',
      direction: 'outbound',
      content: 'On my way',
      subject: null,
      status: 'sent',
      reason: null,
      goesOutAt: null,
      attachment: null,
      createdAt: test.clock.now.toISOString(),
    })
    expect(await deliveriesOf(test, json.id)).toMatchObject([{ channel: 'sms', status: 'pending' }])
  })

  it('has its direction and status from the server', async () => {
    const { json } = await send({ ...sms(await addCustomer(test)), direction: 'inbound', status: 'failed' })
    expect(json).toMatchObject({ direction: 'outbound', status: 'sent' })
  })

  it('is written once per Idempotency-Key', async () => {
    const customerId = await addCustomer(test)
    const headers = { 'idempotency-key': 'k1' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(sms(customerId), headers)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await conversationOf(test, customerId)).toHaveLength(1)
    expect((await send(sms(customerId, 'Another'), headers)).status).toBe(422)
  })

  it.each([
    ['is blank', { content: ' \n ' }, 'Please write a message'],
    ['has no content', { content: undefined }, 'Please write a message'],
    ['is too long for an SMS', { content: 'x'.repeat(1_601) }, 'An SMS has at most 1,600 characters'],
    ['has an unknown type', { type: 'fax' }, 'Please choose SMS or email'],
    ['has no customer', { customerId: undefined }, 'Please select a customer'],
    ['has an unknown customer', { customerId: 9_999 }, 'Customer not found'],
  ])('is refused when it %s', async (_name, invalid, sentence) => {
    expect(await send({ ...sms(await addCustomer(test)), ...invalid })).toMatchObject({
      status: 400,
      text: sentence,
    })
  })

  it('by email has the subject of the form, or else the product and the beginning of the text', async () => {
    const customerId = await addCustomer(test)
    const email = { customerId, type: 'email', content: `${'word '.repeat(30)}end` }
    expect((await send({ ...email, subject: 'Job done' })).json.subject).toBe('Job done')
    const { subject } = (await send(email)).json
    expect(subject).toMatch(/^Plumbline: word.*…$/)
  })

  it('is sent, and its text and address are encrypted in the log and in the ledger', async () => {
    const customerId = await addCustomer(test, { email: 'ann@example.test' })
    const { json } = await send({ customerId, type: 'email', content: 'ZZSECRET', subject: 'ZZSUBJECT' })
    const { id } = await deliveryOf(test, json.id)
    const printed: string[] = []
    await deliverWhenDue(
      workerOver(
        test,
        consoleChannel((text) => printed.push(text)),
      ),
      id,
    )
    expect(printed.join('')).toContain('email to ann@example.test')
    expect(printed.join('')).toContain(settings.business.phone)
    expect(await conversationOf(test, customerId)).toMatchObject([{ content: 'ZZSECRET', status: 'sent' }])
    const readable = `SELECT count(*)::int AS n FROM es.events WHERE data::text ~ 'ZZSECRET|ZZSUBJECT|@'
      UNION ALL SELECT count(*)::int FROM deliveries WHERE content::text ~ 'ZZSECRET|ZZSUBJECT|@'`
    expect((await test.pool.query(readable)).rows).toEqual([{ n: 0 }, { n: 0 }])
  })
})

describe('a message to a customer who cannot be reached', () => {
  it.each([
    ['sms', { phone: 'ask the office' }, 'This customer has no phone number that can receive SMS.'],
    ['sms', { phone: '+44 7911 123456' }, 'This customer has no phone number that can receive SMS.'],
    ['email', { email: '' }, 'This customer has no email address.'],
  ])('by %s is stored as failed with the reason: %j', async (type, details, reason) => {
    const { status, json } = await send({ ...sms(await addCustomer(test, details)), type })
    expect(status).toBe(201)
    expect(json).toMatchObject({ status: 'failed', reason })
    expect(await deliveriesOf(test, json.id)).toEqual([])
  })

  it('is sent when it is retried after the number was corrected', async () => {
    const customerId = await addCustomer(test, { phone: 'none at all' })
    const { json } = await send(sms(customerId))
    const retry = () => test.call('POST', `/api/messages/${json.id}/retry`)
    expect((await retry()).json).toMatchObject({ status: 'failed' })
    await changeCustomer(test, customerId, { phone: '919 555 0199' })
    await test.project()
    expect(await retry()).toMatchObject({ status: 201, json: { id: json.id, status: 'sent', reason: null } })
    expect(await deliveriesOf(test, json.id)).toMatchObject([{ status: 'pending' }])
    expect(await retry()).toMatchObject({
      status: 409,
      text: 'Only a message that failed can be sent again.',
    })
    expect((await test.call('POST', '/api/messages/99999/retry')).status).toBe(404)
  })

  it('is not sent a second time while an operator has it sent again', async () => {
    const customerId = await addCustomer(test)
    const { json } = await send(sms(customerId, 'once'))
    const { id } = await deliveryOf(test, json.id)
    const origin = { metadata: { actor: 'messaging', requestId: 'test' }, now: test.clock.now }
    await test.pool.query(`UPDATE deliveries SET status = 'failed' WHERE id = $1`, [id])
    await commit(
      workerOver(
        test,
        consoleChannel(() => {}),
      ).store,
      origin,
      (ctx) =>
        recordOutcome(
          ctx,
          { id, messageId: json.id },
          { type: 'RecordFailed', providerId: null, reason: 'x' },
        ),
    )
    // what `npm run ops -- deliveries retry` does
    await test.pool.query(`UPDATE deliveries SET status = 'pending' WHERE id = $1`, [id])
    const retry = () => test.call('POST', `/api/messages/${json.id}/retry`)
    expect(await retry()).toMatchObject({ status: 409, text: 'This message is already being sent again.' })
    expect(await deliveryOf(test, json.id)).toMatchObject({ id, status: 'pending' })
    await test.pool.query(`UPDATE deliveries SET status = 'failed' WHERE id = $1`, [id])
    expect(await retry()).toMatchObject({ status: 201, json: { status: 'sent' } })
  })
})

describe('the list of messages', () => {
  it('shows all messages with their customers, newest first, and filters and pages them', async () => {
    const customerId = await addCustomer(test, {
      lastName: 'Listed',
      phone: '919 555 0177',
      email: 'ann@example.test',
    })
    for (const content of ['one', 'two', 'three']) {
      advanceClock()
      await send(sms(customerId, `${content} listed`))
    }
    const all = await listMessages(test, '?q=Listed')
    expect(all.map((it) => it.content)).toEqual(['three listed', 'two listed', 'one listed'])
    expect(all[0]).toMatchObject({
      customerName: 'Ann Listed',
      customerPhone: '919 555 0177',
      customerEmail: 'ann@example.test',
    })
    const page = await test.call('GET', '/api/messages?q=listed&limit=2')
    expect(page.json).toHaveLength(2)
    expect((await test.call('GET', nextPage(page.headers))).json).toMatchObject([{ content: 'one listed' }])
    expect(await listMessages(test, '?type=email&q=one listed')).toEqual([])
    expect((await test.call('GET', '/api/messages?cursor=x')).status).toBe(400)
  })

  it('finds letters in any case, with and without accents, whatever the locale of the database', async () => {
    const customerId = await addCustomer(test, { lastName: 'ÁLVAREZ', phone: '919 555 0178' })
    await send(sms(customerId, 'Unser CAFÉ, двери'))
    for (const q of ['álvarez', 'alvarez', 'café', 'cafe', 'ДВЕРИ'])
      expect([q, (await listMessages(test, `?q=${encodeURIComponent(q)}`)).map((it) => it.content)]).toEqual([
        q,
        ['Unser CAFÉ, двери'],
      ])
    expect(await listMessages(test, '?q=%25')).toEqual([])
  })

  it('filters a page by status and type, and links to the next page', async () => {
    const customerId = await addCustomer(test, { lastName: 'Paged' })
    for (const content of ['first', 'second', 'third']) await send(sms(customerId, content))
    const page = await test.call<ListedMessage[]>('GET', '/api/messages?status=sent&type=sms&limit=2')
    expect(page.json.map((it) => it.content)).toEqual(['third', 'second'])
    const next = await test.call<ListedMessage[]>('GET', nextPage(page.headers))
    expect(next.json[0]).toMatchObject({ content: 'first', customerName: 'Ann Paged' })
    const failed = await listMessages(test, '?status=failed&limit=2')
    expect(failed.map((it) => it.status)).toEqual(['failed', 'failed'])
  })

  it('needs a session', async () => {
    expect((await test.call('GET', '/api/messages', { caller: { user: null } })).status).toBe(401)
  })
})

describe('a conversation', () => {
  it('is shown oldest first, with the messages of merged records', async () => {
    const loser = await addCustomer(test)
    await send(sms(loser, 'before'))
    const winner = await addCustomer(test, { lastName: 'Winner' })
    await mergeCustomers(test, loser, winner)
    advanceClock()
    expect((await send(sms(loser, 'after'))).json.customerId).toBe(winner)
    for (const id of [loser, winner])
      expect(await conversationOf(test, id)).toMatchObject([
        { content: 'before', customerId: winner },
        { content: 'after', customerId: winner },
      ])
    expect((await listMessages(test)).find((it) => it.content === 'before')).toMatchObject({
      customerId: winner,
      customerName: 'Ann Winner',
    })
  })

  it('is found by the id of every record in a chain of merges, and belongs to the last', async () => {
    const ids = [
      await addCustomer(test),
      await addCustomer(test),
      await addCustomer(test, { lastName: 'Last' }),
    ]
    const [first, second, last] = ids as [number, number, number]
    for (const id of ids) await send(sms(id, `chained ${id}`))
    await mergeCustomers(test, first, second)
    await mergeCustomers(test, second, last)
    const chained = (id: number) => expect.objectContaining({ content: `chained ${id}`, customerId: last })
    for (const id of ids) expect(await conversationOf(test, id)).toEqual(ids.map(chained))
    expect((await send(sms(first, 'to the last'))).json.customerId).toBe(last)
    const expected = ids.map((id) => [`chained ${id}`, last, 'Ann Last']).toReversed()
    for (const query of ['?q=chained', '?q=chained&limit=50']) {
      const listed = (await listMessages(test, query)).map((it) => [
        it.content,
        it.customerId,
        it.customerName,
      ])
      expect(listed).toEqual(expected)
    }
    const page = (await listMessages(test, '?limit=4')).map((it) => [it.customerId, it.customerName])
    expect(page).toEqual(Array(4).fill([last, 'Ann Last']))
    const latest = await test.call<ListedMessage[]>('GET', '/api/messages/conversations')
    expect(latest.json.filter((it) => ids.includes(it.customerId))).toMatchObject([
      { content: 'to the last', customerId: last, customerName: 'Ann Last' },
    ])
  })

  it('that was retried after a merge belongs to the customer who is left', async () => {
    const loser = await addCustomer(test, { phone: 'none' })
    const winner = await addCustomer(test)
    const { json } = await send(sms(loser, 'retried'))
    await mergeCustomers(test, loser, winner)
    expect((await test.call('POST', `/api/messages/${json.id}/retry`)).json).toMatchObject({
      customerId: winner,
      status: 'sent',
    })
  })

  it('is empty for a customer without messages, merged or not', async () => {
    const [loser, winner] = [await addCustomer(test), await addCustomer(test)]
    expect(await conversationOf(test, loser)).toEqual([])
    await mergeCustomers(test, loser, winner)
    for (const id of [loser, winner]) expect(await conversationOf(test, id)).toEqual([])
  })

  it('of an unknown customer is not found', async () => {
    expect(await test.call('GET', '/api/messages/customer/9999')).toMatchObject({
      status: 404,
      text: 'Customer not found',
    })
  })
})

it('without a provider, messages go to the console', async () => {
  expect((await test.call('GET', '/api/messages/channels')).json).toEqual({
    sms: 'console',
    email: 'console',
    refused: [],
  })
})

it('a message waits for a customer that the caller has just created', async () => {
  const event = await test.appendForeign('customer-700', customerRegistered(700))
  const caller = { minPosition: String(event?.position) }
  const answer = test.call('POST', '/api/messages', { body: sms(700), caller })
  await sleep(50)
  await test.project()
  expect((await answer).status).toBe(201)
})

it('demonstration data is stored and never sent', async () => {
  const customerId = await addCustomer(test)
  const origin = { metadata: { actor: 'demo', requestId: 'demo', demo: true }, now: test.clock.now }
  const customer = { id: customerId, email: 'ann@example.test', smsNumber: '+19195550101' }
  const message = { customer, channel: 'sms', content: 'Hello', cause: 'staff', causeId: null } as const
  const { id } = await test.commands.writeMessage(origin, message)
  const received = { customerId, channel: 'sms', content: 'Thanks', providerId: 'demo-1' } as const
  await test.commands.receiveMessage({ ...origin, now: new Date(origin.now.getTime() + 1) }, received)
  expect(await conversationOf(test, customerId)).toMatchObject([{ content: 'Hello' }, { content: 'Thanks' }])
  expect(await deliveriesOf(test, id)).toEqual([])
})
