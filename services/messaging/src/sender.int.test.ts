import { startServiceForTest, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlannedReminder } from './api.ts'
import { smtpChannel } from './channel/smtp.ts'
import { deliver } from './delivery/worker.ts'
import { messaging } from './service.ts'
import {
  addCustomer,
  appointmentScheduled,
  conversationOf,
  deliveryOf,
  foreignPersonal,
  type MessagingTest,
  sendEmail,
  settings,
  workerOver,
} from './testing.ts'

let test: MessagingTest
let smtp: Awaited<ReturnType<typeof startSmtpPeer>>
beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  smtp = await startSmtpPeer()
})
afterAll(async () => {
  await smtp.stop()
  await test.stop()
})

const describeAs = (fields: object, from = '2026-11-21') =>
  test.appendForeign('business-1', {
    type: 'BusinessDescribed',
    data: { from, ...fields, changedAt: '2026-11-21T14:00:00.000Z' },
  })
/** The mail that a customer gets about something that staff write now. */
async function mailOf(customerId: number) {
  const from = { name: settings.business.name, address: 'hello@plumbline.example' }
  const channel = smtpChannel({ url: smtp.url, from })
  const { json } = await sendEmail(test, customerId, 'See you tomorrow')
  await deliver(workerOver(test, channel), (await deliveryOf(test, json.id)).id)
  channel.close()
  const mail = smtp.mails.at(-1)
  return { ...mail, headers: { from: mail?.headers.from, replyTo: mail?.headers['reply-to'] } }
}
async function cancellationOf(customerId: number, appointmentId: number): Promise<string> {
  const startsAt = '2026-11-23T14:00:00.000Z'
  const data = { appointmentId, customerId, startsAt, notify: true, cancelledAt: startsAt }
  await test.appendForeign(`appointment-${appointmentId}`, { type: 'AppointmentCancelled', data })
  await test.react('tellCustomer')
  return (await conversationOf(test, customerId)).find(({ type }) => type === 'sms')?.content ?? ''
}

it('what is sent is signed as configured while nothing is set', async () => {
  const customerId = await addCustomer(test)
  const { text, headers } = await mailOf(customerId)
  expect(text).toContain('See you tomorrow\n\nPlumbline Home Services\n(555) 555-0142')
  expect(headers).toEqual({ from: 'Plumbline Home Services <hello@plumbline.example>', replyTo: undefined })
  expect(await cancellationOf(customerId, 1)).toContain('Call Plumbline Home Services at (555) 555-0142.')
})

it('what is set signs the next message, wherever its text comes from', async () => {
  const customerId = await addCustomer(test)
  await test.appendForeign('appointment-2', appointmentScheduled(2, customerId))
  await test.project()
  await describeAs({ name: 'Ann & Sons', phone: '+1 919 555 0100', email: 'ann@sons.example' })
  await describeAs({ name: 'Ann & Daughters' }, '2026-11-22')
  const { text, headers } = await mailOf(customerId)
  expect(text).toContain('See you tomorrow\n\nAnn & Sons\n+1 919 555 0100')
  expect(headers).toEqual({ from: '"Ann & Sons" <hello@plumbline.example>', replyTo: 'ann@sons.example' })
  const planned = (await test.call<PlannedReminder[]>('GET', '/api/messages/planned')).json
  expect(planned.find((it) => it.appointmentId === 2)?.content).toContain('Call Ann & Sons at +1 919 555')
  expect(await cancellationOf(customerId, 3)).toContain('Call Ann & Sons at +1 919 555 0100.')
  test.clock.now = new Date('2026-11-22T15:00:00Z')
  expect((await mailOf(customerId)).text).toContain('Ann & Daughters')
})

it('what a variable sets has precedence', async () => {
  const customerId = await addCustomer(test)
  test.settings.lockedBy = { name: 'BUSINESS_NAME' }
  expect((await mailOf(customerId)).text).toContain('Plumbline Home Services\n+1 919 555 0100')
  delete test.settings.lockedBy
})

it('words and a signature that are set are in the next message, wherever its text comes from', async () => {
  const customerId = await addCustomer(test)
  await test.appendForeign('appointment-9', appointmentScheduled(9, customerId))
  await test.project()
  await test.appendForeign('business-1', {
    type: 'MessageTextsSet',
    data: {
      words: {
        'cancellation.sms': '{firstName}: we do not come on {time}.',
        'appointmentReminder.sms': '{firstName}: see you on {time}.',
      },
      signature: 'The team of {business}',
      changedAt: '2026-11-21T14:00:00.000Z',
    },
  })
  expect(await cancellationOf(customerId, 9)).toBe('Ann: we do not come on Monday, November 23 at 9:00 AM.')
  const planned = (await test.call<PlannedReminder[]>('GET', '/api/messages/planned')).json
  expect(planned.find((it) => it.appointmentId === 2)?.content).toBe(
    'Ann: see you on Monday, November 23 at 9:00 AM.',
  )
  const { text } = await mailOf(customerId)
  expect(text).toContain('See you tomorrow\n\nThe team of Ann & Daughters')
  expect(text).not.toContain('+1 919 555 0100')
})

it('a mail begins with the logo of the day, at an address that everybody can load, and without one as it ever did', async () => {
  const customerId = await addCustomer(test)
  const htmlOf = async () => (await mailOf(customerId)).html ?? ''
  const logo = { hash: 'a'.repeat(64), width: 300, height: 100 }
  const set = (it: typeof logo | null, from = '2026-11-21') =>
    test.appendForeign('business-1', {
      type: 'LogoSet',
      data: { from, logo: it, changedAt: '2026-11-21T14:00:00.000Z' },
    })
  const plain = await htmlOf()
  await set(logo, '2026-12-31')
  expect(await htmlOf()).toBe(plain)
  await set(logo)
  const html = await htmlOf()
  expect(html).toContain(
    `<img src="${settings.publicUrl}/api/business/logos/${logo.hash}" width="120" height="40" alt="`,
  )
  expect(html.replace(/<p><img[^>]*><\/p>/, '')).toBe(plain)
  await set(null)
  expect(await htmlOf()).toBe(plain)
})
