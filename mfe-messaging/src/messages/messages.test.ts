import type { Invoice } from '@plumbline/billing/api'
import { expect, it } from 'vitest'
import { formatNumber } from './conversations.ts'
import { emailTemplates, fitting, paymentTemplates, smsTemplates, templates } from './templates.ts'

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

it.each([
  ['+19195550101', '(919) 555-0101'],
  ['+447911123456', '+447911123456'],
  ['anonymous', 'anonymous'],
])('shows %s as %s', (number, shown) => {
  expect(formatNumber(number)).toBe(shown)
})

it('offers the quick texts by name', () => {
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

it('fills them with whom they are to and what they are about', () => {
  const values = {
    firstName: 'Ann',
    business: 'Plumbline',
    phone: '(555) 555-0142',
    invoice: invoice('pending'),
  }
  for (const template of templates) {
    const text = template.text(values)
    expect(text).toContain('Ann')
    expect(text).toContain('Plumbline')
    expect(text).not.toMatch(/undefined|Invalid|NaN/)
  }
  expect(paymentTemplates[1]?.text(values)).toContain(
    '$75.00 is open on invoice INV-000001 (Faucet), due Nov 21, 2026',
  )
})

it('reminds of what is owed and confirms what was paid', () => {
  const all = (['draft', 'pending', 'overdue', 'paid', 'void'] as const).map(invoice)
  const [link, , confirmation] = paymentTemplates
  expect(link && fitting(link, all).map(({ status }) => status)).toEqual(['pending', 'overdue'])
  expect(confirmation && fitting(confirmation, all).map(({ status }) => status)).toEqual(['paid'])
})
