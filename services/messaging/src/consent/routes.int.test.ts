import { verifyProjection } from '@plumbline/platform/projections'
import { testKeyring as keyring } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Consent } from '../api.ts'
import { messagingSchema } from '../service.ts'
import { type MessagingTest, startMessagingTest } from '../testing.ts'
import { consents } from './projection.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startMessagingTest()
})
afterAll(() => test.stop())

const path = (id: number) => `/api/messages/customer/${id}/consent`
const read = async (id: number) => (await test.call<Consent>('GET', path(id))).json
const put = (id: number, body: object) => test.call<Consent>('PUT', path(id), { body })
const write = (customerId: number, type: string) =>
  test.call('POST', '/api/messages', { body: { customerId, type, content: 'Hello' } })

it('everybody is written to and reminded until they say otherwise', async () => {
  expect(await read(await test.customer())).toEqual({ sms: true, email: true, reminders: true, history: [] })
})

it('what staff set holds for each by itself, with who and when', async () => {
  const id = await test.customer()
  const { status, json } = await put(id, { sms: false })
  expect(status).toBe(200)
  expect(json).toMatchObject({ sms: false, email: true, reminders: true })
  expect((await write(id, 'sms')).json).toMatchObject({
    ...{ status: 'failed', reason: 'This customer has opted out of SMS.' },
  })
  expect((await write(id, 'email')).json).toMatchObject({ status: 'sent' })
  await put(id, { sms: true, reminders: false })
  const now = test.clock.now.toISOString()
  expect(await read(id)).toMatchObject({
    ...{ sms: true, email: true, reminders: false },
    history: expect.arrayContaining([
      { id: expect.any(String), at: now, by: 'staff', what: 'reminders', wanted: false },
      { id: expect.any(String), at: now, by: 'staff', what: 'sms', wanted: true },
      { id: expect.any(String), at: now, by: 'staff', what: 'sms', wanted: false },
    ]),
  })
  expect((await write(id, 'sms')).json).toMatchObject({ status: 'sent' })
})

it('the same twice is said once', async () => {
  const id = await test.customer()
  await put(id, { email: false })
  await put(id, { email: false })
  expect((await read(id)).history).toHaveLength(1)
})

it('holds for all records of a person', async () => {
  const [winner, loser] = [await test.customer(), await test.customer()]
  await put(loser, { sms: false })
  await test.merge(loser, winner)
  expect(await read(winner)).toMatchObject({ sms: false, history: [{ what: 'sms' }] })
  await put(winner, { sms: true })
  expect(await read(winner)).toMatchObject({ sms: true })
})

it('an unknown customer is not found, and a wish that is none is refused', async () => {
  expect((await put(9_999, { sms: false })).status).toBe(404)
  expect((await test.call('GET', path(9_999))).status).toBe(404)
  expect((await put(await test.customer(), { sms: 'no' })).status).toBe(400)
})

it('the read model is what the log makes of it', async () => {
  const id = await test.customer()
  await put(id, { sms: false, reminders: false })
  await put(id, { sms: true })
  const target = { projection: consents, schema: 'messaging', role: messagingSchema.role, async: false }
  expect((await verifyProjection(target, { pool: test.owner, keyring })).differences).toEqual([])
})
