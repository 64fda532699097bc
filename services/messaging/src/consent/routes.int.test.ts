import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Consent } from '../api.ts'
import { messaging } from '../service.ts'
import {
  addCustomer,
  foreignPersonal,
  type MessagingTest,
  mergeCustomers,
  sendEmail,
  sendSms,
  settings,
} from '../testing.ts'

let test: MessagingTest
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
})
afterAll(() => test.stop())

const path = (id: number) => `/api/messages/customer/${id}/consent`
const read = async (id: number) => (await test.call<Consent>('GET', path(id))).json
const put = (id: number, body: object) => test.call<Consent>('PUT', path(id), { body })

it('a customer allows messages and reminders until something is refused', async () => {
  expect(await read(await addCustomer(test))).toEqual({
    sms: true,
    email: true,
    smsHold: null,
    reminders: true,
    blocked: { sms: null, email: null },
    blockedAutomatic: { sms: null, email: null },
    history: [],
  })
})

it('says why nothing goes out on a channel, as a message on it would', async () => {
  // a number abroad can be dialled, and gets no SMS
  const id = await addCustomer(test, { phone: '+49 30 901820' })
  await put(id, { email: false })
  const { blocked } = await read(id)
  expect(blocked).toEqual({
    sms: 'This customer has no phone number that can receive SMS.',
    email: 'This customer has opted out of email.',
  })
  expect((await sendSms(test, id)).json).toMatchObject({ status: 'failed', reason: blocked?.sms })
  expect((await sendEmail(test, id)).json).toMatchObject({ status: 'failed', reason: blocked?.email })
})

it('staff change each channel and reminders on their own, and the history says who did when', async () => {
  const id = await addCustomer(test)
  const { status, json } = await put(id, { sms: false })
  expect(status).toBe(200)
  expect(json).toMatchObject({ sms: false, email: true, reminders: true })
  expect((await sendSms(test, id)).json).toMatchObject({
    status: 'failed',
    reason: 'This customer has opted out of SMS.',
  })
  expect((await sendEmail(test, id)).json).toMatchObject({ status: 'sent' })
  await put(id, { sms: true, reminders: false })
  const now = test.clock.now.toISOString()
  expect(await read(id)).toMatchObject({
    sms: true,
    email: true,
    reminders: false,
    history: expect.arrayContaining([
      { id: expect.any(String), at: now, by: 'staff', actorName: 'owner', what: 'reminders', wanted: false },
      { id: expect.any(String), at: now, by: 'staff', actorName: 'owner', what: 'sms', wanted: true },
      { id: expect.any(String), at: now, by: 'staff', actorName: 'owner', what: 'sms', wanted: false },
    ]),
  })
  expect((await sendSms(test, id)).json).toMatchObject({ status: 'sent' })
})

it('a change that changes nothing is not stored', async () => {
  const id = await addCustomer(test)
  await put(id, { email: false })
  await put(id, { email: false })
  expect((await read(id)).history).toHaveLength(1)
})

it('a refusal is valid for all records in a chain of merges, and is taken back for all of them', async () => {
  const [first, second, last] = [await addCustomer(test), await addCustomer(test), await addCustomer(test)]
  await put(first, { sms: false })
  await mergeCustomers(test, first, second)
  await mergeCustomers(test, second, last)
  for (const id of [first, second, last])
    expect(await read(id)).toMatchObject({ sms: false, history: [{ what: 'sms' }] })
  await put(first, { sms: true })
  for (const id of [first, second, last]) expect(await read(id)).toMatchObject({ sms: true })
})

it('an unknown customer is not found, and a value that is not a boolean is refused', async () => {
  expect((await put(9_999, { sms: false })).status).toBe(404)
  expect((await test.call('GET', path(9_999))).status).toBe(404)
  expect((await put(await addCustomer(test), { sms: 'no' })).status).toBe(400)
})

it('the read model is the same after a rebuild', async () => {
  const id = await addCustomer(test)
  await put(id, { sms: false, reminders: false })
  await put(id, { sms: true })
  expect(await test.differences()).toEqual([])
})
