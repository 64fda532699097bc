import { personal as customerPersonal } from '@plumbline/crm/events'
import type { Service } from '@plumbline/platform/service'
import { type ServiceUnderTest, testMetadata } from '@plumbline/platform/testing'
import { personal as appointmentPersonal } from '@plumbline/scheduling/events'
import type { billing } from './service.ts'

export const business = {
  name: 'Plumbline Home Services',
  address: '12 Oak Street, Raleigh, NC',
  phone: '(555) 555-0142',
  email: 'hello@plumbline.example',
}

/** Options of `startServiceForTest`; tests append events of CRM and scheduling. */
export const testOptions = {
  settings: { business },
  foreignPersonal: { ...customerPersonal, ...appointmentPersonal },
}

export type BillingTest =
  typeof billing extends Service<infer Settings, infer Commands>
    ? ServiceUnderTest<Settings, Commands>
    : never

/** What the timer does at this time. */
export const markOverdue = (test: BillingTest, now = test.clock.now): Promise<number> =>
  test.commands.markOverdue({ metadata: testMetadata, now })

const at = '2026-01-05T15:00:00.000Z'

export const customerRegistered = (customerId: number, firstName = 'Ann', lastName = 'Lee') => ({
  type: 'CustomerRegistered',
  data: {
    customerId,
    firstName,
    lastName,
    email: 'ann@example.test',
    phone: '(919) 555-0101',
    address: '4 Elm Street, Cary, NC',
    notes: null,
    status: 'active',
    source: 'direct',
    registeredAt: at,
  },
})

export const customerMerged = (customerId: number, intoCustomerId: number) => ({
  type: 'CustomerMerged',
  data: { customerId, intoCustomerId, mergedAt: at },
})

export const appointmentScheduled = (
  appointmentId: number,
  customerId: number,
  title = 'General Repairs',
) => ({
  type: 'AppointmentScheduled',
  data: {
    appointmentId,
    customerId,
    title,
    description: null,
    notes: null,
    address: null,
    estimatedCents: 7500,
    startsAt: at,
    durationMinutes: 60,
    scheduledAt: at,
  },
})

export const appointmentCompleted = (appointmentId: number, completedAt = at) => ({
  type: 'AppointmentCompleted',
  data: { appointmentId, completedAt },
})

/** A form that offers a choice, with an add-on, a discount, tax and a deposit. */
export const quoteForm = {
  customerId: 1,
  title: 'New deck',
  options: [
    { id: 1, name: 'Pine', lines: [{ description: 'Boards', quantity: '3', unitPrice: '33.33' }] },
    {
      id: 2,
      name: 'Cedar',
      lines: [
        { description: 'Boards', quantity: '3', unitPrice: '100' },
        { description: 'Permit', unitPrice: '50', taxable: false },
      ],
    },
  ],
  addOns: [{ id: 1, description: 'Stairs', details: 'Two steps', unitPrice: '75' }],
  discount: { percent: '10' },
  taxPercent: '7.25',
  deposit: { percent: '50' },
  message: 'Dear Ann, as we talked about.',
  terms: 'Valid as long as boards last.',
}
