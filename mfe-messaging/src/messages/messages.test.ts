import type { Invoice } from '@plumbline/billing/api'
import { standardTexts } from '@plumbline/business/api'
import { expect, it } from 'vitest'
import {
  emailTemplates,
  fillTemplate,
  invoicesFor,
  nextAppointment,
  paymentTemplates,
  smsTemplates,
  templateGroups,
  templates,
  type Values,
} from './templates.ts'

const invoice = (status: Invoice['status']): Invoice => ({
  id: 1,
  customerId: 7,
  customerName: 'Ann Lee',
  appointmentId: null,
  invoiceNumber: 'INV-000001',
  description: 'Faucet',
  amount: '100.00',
  tax: '0.00',
  totalAmount: '100.00',
  paidAmount: '25.00',
  balance: '75.00',
  status,
  dueDate: '2026-11-21',
  issueDate: '2026-11-21',
  paidDate: null,
  paymentMethod: null,
  lastReminderAt: null,
  lastSentAt: null,
  createdAt: '2026-11-21T15:00:00.000Z',
  updatedAt: '2026-11-21T15:00:00.000Z',
})

it('the quick texts have the specified names', () => {
  expect(smsTemplates.map(({ name }) => name)).toEqual([
    'On my way to your location',
    'Job completed successfully',
    'Invoice sent to your email',
    'Running 15 minutes late',
    'Please call to reschedule',
  ])
  expect(emailTemplates.map(({ name }) => name)).toEqual([
    'Service Appointment Reminder',
    'Job Completion & Invoice',
    'Follow-up & Feedback Request',
    'Payment Confirmation',
    'Thank you for your business',
  ])
  expect(paymentTemplates.map(({ name }) => name)).toEqual([
    'Send Payment Link',
    'Payment Reminder',
    'Payment Confirmation',
  ])
  expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length)
})

const values: Values = {
  channel: 'email',
  firstName: 'Ann',
  business: { name: 'Plumbline', phone: '(555) 555-0142' },
  texts: { ...standardTexts, reviewLink: 'https://reviews.example/us' },
  invoice: invoice('pending'),
  appointment: { scheduledDate: '2026-11-26T15:30:00.000Z' },
}
const textOf = (id: string, more: Partial<Values> = {}) => {
  const template = templates.find((it) => it.id === id)
  return template && fillTemplate(template, { ...values, ...more })
}

it.each(['sms', 'email'] as const)('every template by %s names the customer and the business', (channel) => {
  for (const template of templates)
    for (const about of [{}, { invoice: undefined, appointment: undefined }]) {
      const text = fillTemplate(template, { ...values, ...about, channel })
      expect(text).toContain('Ann')
      expect(text).toContain('Plumbline')
      expect(text).not.toMatch(/undefined|NaN/)
    }
})

it('an email begins with a capital letter after the greeting, an SMS goes on in its line', () => {
  for (const { id, channel } of templates)
    expect(textOf(id, { channel: channel ?? 'email' })).toMatch(
      channel === 'sms' ? /^Hi Ann, \S/ : /^Hi Ann,\n\n[A-Z$]/,
    )
  expect(textOf('payment-reminder', { channel: 'sms' })).toMatch(/^Hi Ann, a friendly reminder/)
})

it('templates name the day and time of the appointment, and the amount and number of the invoice', () => {
  expect(textOf('appointment-reminder')?.replaceAll('\u202f', ' ')).toContain(
    'This is a reminder of your appointment on Thursday, November 26 at 10:30 AM.',
  )
  expect(textOf('job-completion')).toContain('Invoice INV-000001 for $75.00 comes in a separate email')
  expect(textOf('email-payment-confirmation')).toContain(
    'We have received your payment of $25.00 for invoice INV-000001.',
  )
  expect(textOf('payment-reminder')).toContain(
    '$75.00 is still due on invoice INV-000001 (Faucet), payable by Nov 21, 2026',
  )
})

it('a template is about invoices with its state, or the next scheduled appointment', () => {
  const all = (['draft', 'pending', 'overdue', 'paid', 'void'] as const).map(invoice)
  const [link, , confirmation] = paymentTemplates
  expect(link && invoicesFor(link, all).map(({ status }) => status)).toEqual(['pending', 'overdue'])
  expect(confirmation && invoicesFor(confirmation, all).map(({ status }) => status)).toEqual(['paid'])
  const appointments = [
    { scheduledDate: '2026-11-20T15:00:00.000Z', status: 'scheduled' },
    { scheduledDate: '2026-11-24T15:00:00.000Z', status: 'cancelled' },
    { scheduledDate: '2026-11-26T15:00:00.000Z', status: 'scheduled' },
  ]
  expect(nextAppointment(appointments, new Date('2026-11-22T12:00:00Z'))).toBe(appointments[2])
  expect(nextAppointment([], new Date())).toBeUndefined()
})

it('a payment confirmation is about the invoice that was paid last, whenever it was written', () => {
  const paidOn = (id: number, paidDate: string) => ({ ...invoice('paid'), id, paidDate })
  const [confirmation] = templates.filter(({ id }) => id === 'email-payment-confirmation')
  const newestFirst = [paidOn(3, '2026-09-20'), paidOn(2, '2026-11-21'), paidOn(1, '2026-10-01')]
  expect(confirmation && invoicesFor(confirmation, newestFirst).map(({ id }) => id)).toEqual([2, 1, 3])
})

it('a review is asked for once there is a link', () => {
  const names = (reviewLink: string) => templateGroups({ reviewLink }).map(([name]) => name)
  expect(names('')).toEqual(['SMS', 'Email', 'Payment'])
  expect(names('https://reviews.example/us')).toContain('Afterwards')
  expect(textOf('review', { channel: 'sms' })).toContain(' us: https://reviews.example/us Plumbline')
})
