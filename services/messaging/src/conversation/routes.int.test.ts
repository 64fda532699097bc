import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ListedMessage } from '../api.ts'
import { consoleChannel } from '../channel/console.ts'
import { deliver } from '../delivery/worker.ts'
import { business, type MessagingTest, startMessagingTest } from '../testing.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startMessagingTest()
})
afterAll(() => test.stop())

const send = (body: object, headers = {}) => test.call('POST', '/api/messages', { body, headers })
const sms = (customerId: number, content = 'On my way') => ({
  ...{ customerId, content },
  ...{ type: 'sms', direction: 'outbound', status: 'sent' },
})

describe('a message to a customer', () => {
  it('is stored, answered and handed to the worker', async () => {
    const customerId = await test.customer()
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
    expect(await test.deliveries(json.id)).toMatchObject([{ channel: 'sms', status: 'pending' }])
  })

  it('has its direction and status from the server', async () => {
    const { json } = await send({ ...sms(await test.customer()), direction: 'inbound', status: 'failed' })
    expect(json).toMatchObject({ direction: 'outbound', status: 'sent' })
  })

  it('is written once per Idempotency-Key', async () => {
    const customerId = await test.customer()
    const headers = { 'idempotency-key': 'k1' }
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(sms(customerId), headers)))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect(await test.conversation(customerId)).toHaveLength(1)
    expect((await send(sms(customerId, 'Another'), headers)).status).toBe(422)
  })

  it.each([
    ['blank', { content: ' \n ' }, 'Please write a message'],
    ['missing', { content: undefined }, 'Please write a message'],
    ['too long for an SMS', { content: 'x'.repeat(1_601) }, 'An SMS has at most 1,600 characters'],
    ['of no known type', { type: 'fax' }, 'Please choose SMS or email'],
    ['to nobody', { customerId: undefined }, 'Please select a customer'],
    ['to somebody unknown', { customerId: 9_999 }, 'Customer not found'],
  ])('is refused when it is %s', async (_name, wrong, sentence) => {
    expect(await send({ ...sms(await test.customer()), ...wrong })).toMatchObject({
      status: 400,
      text: sentence,
    })
  })

  it('as an e-mail has the subject it is given, else the product and its first words', async () => {
    const customerId = await test.customer()
    const email = { customerId, type: 'email', content: `${'word '.repeat(30)}end` }
    expect((await send({ ...email, subject: 'Job done' })).json.subject).toBe('Job done')
    const { subject } = (await send(email)).json
    expect(subject).toMatch(/^Plumbline: word.*…$/)
  })

  it('goes out, and nothing of it lies open in the log or the ledger', async () => {
    const customerId = await test.customer({ email: 'ann@example.test' })
    const { json } = await send({ customerId, type: 'email', content: 'ZZSECRET', subject: 'ZZSUBJECT' })
    const [row] = await test.deliveries(json.id)
    const printed: string[] = []
    await deliver(test.sending(consoleChannel((text) => printed.push(text))), row?.id as string)
    expect(printed.join('')).toContain('email to ann@example.test')
    expect(printed.join('')).toContain(business.phone)
    expect(await test.conversation(customerId)).toMatchObject([{ content: 'ZZSECRET', status: 'sent' }])
    const open = `SELECT count(*)::int AS n FROM es.events WHERE data::text ~ 'ZZSECRET|ZZSUBJECT|@'
      UNION ALL SELECT count(*)::int FROM deliveries WHERE content::text ~ 'ZZSECRET|ZZSUBJECT|@'`
    expect((await test.pool.query(open)).rows).toEqual([{ n: 0 }, { n: 0 }])
  })
})

describe('a customer who cannot be reached', () => {
  it.each([
    ['sms', { phone: 'ask the office' }, 'This customer has no phone number that can receive SMS.'],
    ['sms', { phone: '+44 7911 123456' }, 'This customer has no phone number that can receive SMS.'],
    ['email', { email: '' }, 'This customer has no e-mail address.'],
  ])('gets a failed %s with the reason', async (type, person, reason) => {
    const { status, json } = await send({ ...sms(await test.customer(person)), type })
    expect(status).toBe(201)
    expect(json).toMatchObject({ status: 'failed', reason })
    expect(await test.deliveries(json.id)).toEqual([])
  })

  it('gets it after all when it is tried again with a number that works', async () => {
    const customerId = await test.customer({ phone: 'none at all' })
    const { json } = await send(sms(customerId))
    const retry = () => test.call('POST', `/api/messages/${json.id}/retry`)
    expect((await retry()).json).toMatchObject({ status: 'failed' })
    const data = { customerId, phone: '919 555 0199', changedAt: '2026-11-21T15:00:00.000Z' }
    await test.tell(`customer-${customerId}`, { type: 'CustomerDetailsChanged', data })
    await test.follow()
    expect(await retry()).toMatchObject({ status: 201, json: { id: json.id, status: 'sent', reason: null } })
    expect(await test.deliveries(json.id)).toMatchObject([{ status: 'pending' }])
    expect(await retry()).toMatchObject({
      status: 409,
      text: 'Only a message that failed can be sent again.',
    })
    expect((await test.call('POST', '/api/messages/99999/retry')).status).toBe(404)
  })
})

describe('the lists', () => {
  it('show all, newest first, with whom they are to, and narrow', async () => {
    const customerId = await test.customer({
      ...{ lastName: 'Listed', phone: '919 555 0177', email: 'ann@example.test' },
    })
    for (const content of ['one', 'two', 'three']) {
      test.clock.now = new Date(test.clock.now.getTime() + 1_000)
      await send(sms(customerId, `${content} listed`))
    }
    const all = await test.list('?q=Listed')
    expect(all.map((it) => it.content)).toEqual(['three listed', 'two listed', 'one listed'])
    expect(all[0]).toMatchObject({
      customerName: 'Ann Listed',
      customerPhone: '919 555 0177',
      customerEmail: 'ann@example.test',
    })
    const page = await test.call('GET', '/api/messages?q=listed&limit=2')
    expect(page.json).toHaveLength(2)
    const [, next] = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? []
    expect((await test.call('GET', next as string)).json).toMatchObject([{ content: 'one listed' }])
    expect(await test.list('?type=email&q=one listed')).toEqual([])
    expect((await test.call('GET', '/api/messages?cursor=x')).status).toBe(400)
  })

  it('find letters in any case, with and without accents, whatever the locale of the database', async () => {
    const customerId = await test.customer({ lastName: 'ÁLVAREZ', phone: '919 555 0178' })
    await send(sms(customerId, 'Unser CAFÉ, двери'))
    for (const q of ['álvarez', 'alvarez', 'café', 'cafe', 'ДВЕРИ'])
      expect([q, (await test.list(`?q=${encodeURIComponent(q)}`)).map((it) => it.content)]).toEqual([
        q,
        ['Unser CAFÉ, двери'],
      ])
    expect(await test.list('?q=%25')).toEqual([])
  })

  it('show a conversation oldest first, with those of merged records', async () => {
    const loser = await test.customer()
    await send(sms(loser, 'before'))
    const winner = await test.customer({ lastName: 'Winner' })
    await test.merge(loser, winner)
    test.clock.now = new Date(test.clock.now.getTime() + 1_000)
    expect((await send(sms(loser, 'after'))).json.customerId).toBe(winner)
    for (const id of [loser, winner])
      expect(await test.conversation(id)).toMatchObject([
        { content: 'before', customerId: winner },
        { content: 'after', customerId: winner },
      ])
    expect((await test.list()).find((it) => it.content === 'before')).toMatchObject({
      customerId: winner,
      customerName: 'Ann Winner',
    })
  })

  it('lead from every record of a chain of merges to the one that is left', async () => {
    const ids = [await test.customer(), await test.customer(), await test.customer({ lastName: 'Left' })]
    const [first, second, last] = ids as [number, number, number]
    for (const id of ids) await send(sms(id, `chained ${id}`))
    await test.merge(first, second)
    await test.merge(second, last)
    const chained = (id: number) => expect.objectContaining({ content: `chained ${id}`, customerId: last })
    for (const id of ids) expect(await test.conversation(id)).toEqual(ids.map(chained))
    expect((await send(sms(first, 'to the last'))).json.customerId).toBe(last)
    const listed = (await test.list('?q=chained')).map((it) => [it.content, it.customerId, it.customerName])
    expect(listed).toEqual(ids.map((id) => [`chained ${id}`, last, 'Ann Left']).toReversed())
    const latest = await test.call<ListedMessage[]>('GET', '/api/messages/conversations')
    expect(latest.json.filter((it) => ids.includes(it.customerId))).toMatchObject([
      { content: 'to the last', customerId: last, customerName: 'Ann Left' },
    ])
  })

  it('show an empty conversation of a customer who was never written to, merged or not', async () => {
    const [loser, winner] = [await test.customer(), await test.customer()]
    expect(await test.conversation(loser)).toEqual([])
    await test.merge(loser, winner)
    for (const id of [loser, winner]) expect(await test.conversation(id)).toEqual([])
  })

  it('narrow a page by status and type, and lead on from it', async () => {
    const customerId = await test.customer({ lastName: 'Paged' })
    for (const content of ['first', 'second', 'third']) await send(sms(customerId, content))
    const page = await test.call<ListedMessage[]>('GET', '/api/messages?status=sent&type=sms&limit=2')
    expect(page.json.map((it) => it.content)).toEqual(['third', 'second'])
    const [, next] = /<(.*)>; rel="next"/.exec(page.headers.get('link') ?? '') ?? []
    const behind = await test.call<ListedMessage[]>('GET', next as string)
    expect(behind.json[0]).toMatchObject({ content: 'first', customerName: 'Ann Paged' })
    const failed = await test.list('?status=failed&limit=2')
    expect(failed.map((it) => it.status)).toEqual(['failed', 'failed'])
  })

  it('know nobody who is not there, and nothing without a session', async () => {
    expect(await test.call('GET', '/api/messages/customer/9999')).toMatchObject({
      status: 404,
      text: 'Customer not found',
    })
    expect((await test.call('GET', '/api/messages', { user: null })).status).toBe(401)
  })

  it('say that messages only go to the console', async () => {
    expect((await test.call('GET', '/api/messages/channels')).json).toEqual({
      sms: 'console',
      email: 'console',
    })
  })

  it('wait for a customer that the caller has just made', async () => {
    const told = await test.tell('customer-700', {
      type: 'CustomerRegistered',
      data: {
        ...{
          customerId: 700,
          firstName: 'New',
          lastName: 'One',
          email: 'n@example.test',
          phone: '919 555 0100',
        },
        ...{ address: null, notes: null, status: 'lead', source: 'website' },
        registeredAt: '2026-11-21T15:00:00.000Z',
      },
    })
    const answer = test.call('POST', '/api/messages', { body: sms(700), minPosition: String(told?.position) })
    await sleep(50)
    await test.follow()
    expect((await answer).status).toBe(201)
  })
})

it('webhooks are not there without a provider', async () => {
  for (const path of ['status', 'inbound'])
    expect(
      (await test.call('POST', `/api/webhooks/twilio/${path}`, { form: { A: 'b' }, user: null })).status,
    ).toBe(404)
})
