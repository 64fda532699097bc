import { type CustomerEvent, personal } from '@plumbline/crm/events'
import type { Service } from '@plumbline/platform/service'
import type { ServiceUnderTest } from '@plumbline/platform/testing'
import type { Appointment, AppointmentDetails } from './api.ts'
import type { scheduling } from './service.ts'

/** Options of `startServiceForTest`; tests append CRM's events. */
export const testOptions = { settings: {}, foreignPersonal: personal }

export type SchedulingTest =
  typeof scheduling extends Service<infer Settings, infer Commands>
    ? ServiceUnderTest<Settings, Commands>
    : never

export const sampleCustomer = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.test',
  phone: '919 555 0101',
  address: '1 Oak Street',
  notes: null,
  status: 'active',
  source: 'direct',
}

export const sampleForm = {
  title: 'General Repairs',
  description: 'Mend the porch',
  notes: 'Dog bites',
  scheduledDate: '2026-11-23T14:00:00.000Z',
  duration: 90,
  status: 'scheduled',
  estimatedPrice: '112.5',
}

let lastCustomerId = 0
export const nextCustomerId = () => ++lastCustomerId

export const customerRegistered = (customerId: number, fields: object = {}): CustomerEvent => ({
  type: 'CustomerRegistered',
  data: { ...sampleCustomer, customerId, registeredAt: '2026-01-01T00:00:00.000Z', ...fields },
})

/** Appends an event of CRM and answers its position. */
export const appendCustomerEvent = async (test: SchedulingTest, event: CustomerEvent) =>
  (await test.appendForeign(`customer-${event.data.customerId}`, event))?.position

/** Appends an event of CRM and projects it. */
export async function applyCustomerEvent(test: SchedulingTest, event: CustomerEvent): Promise<void> {
  await appendCustomerEvent(test, event)
  await test.project()
}

/** A customer who is known to the service; answers the id. */
export async function addCustomer(test: SchedulingTest, fields: object = {}): Promise<number> {
  const customerId = nextCustomerId()
  await applyCustomerEvent(test, customerRegistered(customerId, fields))
  return customerId
}

export const merge = (test: SchedulingTest, customerId: number, intoCustomerId: number) =>
  applyCustomerEvent(test, {
    type: 'CustomerMerged',
    data: { customerId, intoCustomerId, mergedAt: '2026-11-01T00:00:00.000Z' },
  })

/** A member of the team, as identity would record it. */
export const addMember = (test: SchedulingTest, userId: number, role = 'worker') =>
  test.appendForeign(`member-${userId}`, {
    type: 'MemberJoined',
    data: { userId, role, joinedAt: '2026-01-01T00:00:00.000Z' },
  })

/** Schedules the sample with these fields changed. */
export async function schedule(test: SchedulingTest, form: object): Promise<AppointmentDetails> {
  const { status, json, text } = await test.call<AppointmentDetails>('POST', '/api/appointments', {
    body: { ...sampleForm, ...form },
  })
  if (status !== 201) throw new Error(`${status}: ${text}`)
  return json
}

export const listAppointments = async (test: SchedulingTest, query = ''): Promise<Appointment[]> =>
  (await test.call<Appointment[]>('GET', `/api/appointments${query}`)).json

export const getAppointment = async (test: SchedulingTest, id: number): Promise<AppointmentDetails> =>
  (await test.call<AppointmentDetails>('GET', `/api/appointments/${id}`)).json
