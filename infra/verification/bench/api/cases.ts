import { dayIn, dayLater, defaultTimeZone } from '@plumbline/platform/time'
import { job, perCustomer, years } from '../filledAppointments.ts'
import { person, scatter } from '../filledCustomers.ts'
import { isMerged, leadForm } from './records.ts'

export type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT'
  path: string
  headers?: Record<string, string>
  body?: object
}
/** `etag`: of `unchangedPath`, for a case whose answer is 304. */
export type Context = { rows: number; etag: string }

type Case = {
  kind: 'read' | 'write'
  /** Of one record: its cost must not grow with the records there are. `whole`: every record, at the first size only. */
  scope: 'one' | 'some' | 'whole'
  status: number
  /** Processor time of the product over that of the plain application. */
  maxCost: number
  /** At least so many answers, where a time might end before the first. */
  answers?: number
  /** Each record can be used by one call: so many of these there are. */
  supply?: (rows: number) => number
  /** The product delivers something afterwards, which a measurement that follows must not notice. */
  delivers?: boolean
  /** `n` counts up and never repeats for one application. */
  call: (n: number, context: Context) => Call
}

export const connectionsOf = ({ scope }: Case): number => (scope === 'whole' ? 10 : 16)

/** What is read again while it is unchanged. */
export const unchangedPath = '/api/customers/1'

const anyId = (n: number, { rows }: Context) => 1 + (scatter(n) % rows)
/** A customer that was not merged into another. */
const changeableCustomer = (n: number, context: Context) => {
  const id = anyId(n, context)
  return isMerged(id) ? id - 1 : id
}
/** A customer with appointments, invoices and messages. */
const busyCustomer = (n: number, { rows }: Context) => 1 + (scatter(n) % (rows / perCustomer))
/** An appointment that no call cancels. */
const editedAppointment = (n: number, { rows }: Context) => 2 * (1 + (scatter(n) % Math.floor(rows / 2)))
/** Drafts have no number, so none of them is changed. */
const issuedInvoice = (n: number, context: Context) => {
  const id = anyId(n, context)
  return id % 50 === 7 ? id - 1 : id
}

const hourMs = 3_600_000
const startOf2030 = Date.UTC(2030, 0, 1)
const laterDay = (n: number) => dayLater('2030-01-01', n % 3_000)

function someDay(n: number): string {
  const days = years.count * 365 - 60
  return dayLater(dayIn(defaultTimeZone, new Date(years.from)), 30 + (scatter(n) % days))
}

function customerForm(id: number) {
  const { customerId: _, registeredAt: __, ...details } = person(id)
  return { ...details, notes: details.notes ?? '' }
}

const firstNewCustomer = 10_000_000
const read = { kind: 'read', scope: 'one', status: 200, maxCost: 1.6 } as const
const list = { kind: 'read', scope: 'whole', status: 200, maxCost: 1.6, answers: 20 } as const
const create = { kind: 'write', scope: 'one', status: 201, maxCost: 3.8 } as const
const change = { kind: 'write', scope: 'one', status: 200, maxCost: 3.5 } as const

const get = (path: (n: number, context: Context) => string) => ({
  call: (n: number, context: Context): Call => ({ path: path(n, context) }),
})

/** As forms send it: with a key, so that one that is sent twice creates one record. */
const post = (path: string, body: (n: number, context: Context) => object) => ({
  call: (n: number, context: Context): Call => ({
    method: 'POST',
    path,
    headers: { 'idempotency-key': `bench-${n}` },
    body: body(n, context),
  }),
})

/** The calls that both applications answer. */
export const cases = {
  'read a customer': { ...read, ...get((n, it) => `/api/customers/${anyId(n, it)}`) },
  'read a customer, unchanged': {
    ...{ ...read, status: 304 },
    call: (_n, { etag }) => ({ path: unchangedPath, headers: { 'if-none-match': etag } }),
  },
  'read an appointment': { ...read, ...get((n, it) => `/api/appointments/${anyId(n, it)}`) },
  'read an invoice': { ...read, ...get((n, it) => `/api/invoices/${anyId(n, it)}`) },
  'read a lead': { ...read, ...get((n, it) => `/api/leads/${anyId(n, it)}`) },
  'read a conversation': { ...read, ...get((n, it) => `/api/messages/customer/${busyCustomer(n, it)}`) },
  "a customer's appointments": {
    ...read,
    ...get((n, it) => `/api/customers/${busyCustomer(n, it)}/appointments`),
  },
  "a customer's invoices": { ...read, ...get((n, it) => `/api/customers/${busyCustomer(n, it)}/invoices`) },
  'dashboard stats': {
    ...read,
    scope: 'some',
    answers: 16,
    ...get(() => '/api/dashboard/stats'),
  },
  'appointments of a day': {
    ...{ ...read, scope: 'some' },
    ...get((n) => `/api/appointments?from=${someDay(n)}&to=${someDay(n)}`),
  },
  'billing totals': { ...read, scope: 'some', answers: 16, ...get(() => '/api/billing/totals') },
  'billing reports': {
    ...read,
    scope: 'some',
    answers: 16,
    ...get(() => '/api/billing/reports'),
  },
  'list of customers': { ...list, ...get(() => '/api/customers') },
  'list of appointments': { ...list, ...get(() => '/api/appointments') },
  'list of invoices': { ...list, ...get(() => '/api/invoices') },
  'list of leads': { ...list, ...get(() => '/api/leads') },
  'list of messages': { ...list, ...get(() => '/api/messages') },
  'create a customer': { ...create, ...post('/api/customers', (n) => customerForm(firstNewCustomer + n)) },
  'update a customer': {
    ...change,
    call: (n, it) => ({
      method: 'PATCH',
      path: `/api/customers/${changeableCustomer(n, it)}`,
      body: { notes: `Called again (${n}), wants a quote for the back porch.` },
    }),
  },
  'create an appointment': {
    ...{ ...create, maxCost: 3.5 },
    ...post('/api/appointments', (n, it) => ({
      customerId: changeableCustomer(n, it),
      title: job(n, it.rows).title,
      description: 'Replace the gutter over the porch and check the downspouts',
      notes: 'Bring the long ladder.',
      scheduledDate: new Date(startOf2030 + (scatter(n) % 50_000) * hourMs).toISOString(),
      duration: 120,
      status: 'scheduled',
      estimatedPrice: '150.00',
    })),
  },
  'update an appointment': {
    ...change,
    call: (n, it) => ({
      method: 'PUT',
      path: `/api/appointments/${editedAppointment(n, it)}`,
      body: {
        scheduledDate: new Date(startOf2030 + n * hourMs).toISOString(),
        duration: 60 + (n % 5) * 30,
        notes: `Moved on the phone (${n}).`,
      },
    }),
  },
  'create an invoice': {
    ...{ ...create, maxCost: 4 },
    ...post('/api/invoices', (n, it) => ({
      customerId: changeableCustomer(n, it),
      description: `Work on the back porch (${n})`,
      amount: '112.50',
      tax: '8.16',
      dueDate: laterDay(n),
      status: 'pending',
    })),
  },
  'update an invoice': {
    ...{ ...change, maxCost: 3 },
    call: (n, it) => ({
      method: 'PATCH',
      path: `/api/invoices/${issuedInvoice(n, it)}`,
      body: { description: `Labor and materials, as agreed again (${n})`, dueDate: laterDay(n) },
    }),
  },
  'submit a lead': {
    ...{ ...create, maxCost: 7, delivers: true },
    ...post('/api/leads', (n, { rows }) => leadForm(rows + n)),
  },
  'send a message': {
    ...{ ...create, maxCost: 5, delivers: true },
    ...post('/api/messages', (n, it) => ({
      customerId: changeableCustomer(n, it),
      content: `Hello, we are on our way and will be there in half an hour (${n}).`,
      ...(n % 2 === 0 ? { type: 'sms' } : { type: 'email', subject: 'On our way' }),
      ...{ direction: 'outbound', status: 'sent' },
    })),
  },
  // last: the messages that follow take numbers of their own
  'cancel an appointment': {
    ...{ ...change, maxCost: 3.2, delivers: true },
    supply: (rows) => Math.floor(rows / 2),
    // those with an odd number are scheduled
    call: (n) => ({ method: 'PATCH', path: `/api/appointments/${2 * n + 1}/cancel` }),
  },
} satisfies Record<string, Case>

export type CaseName = keyof typeof cases
export const caseOf = (name: CaseName): Case => cases[name]
