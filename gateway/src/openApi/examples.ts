import { type $ZodType, safeParse } from 'zod/v4/core'

/** The part of OpenAPI's schemas that endpoints use. */
export type Shape = {
  type?: string
  nullable?: boolean
  enum?: unknown[]
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: object | boolean
  items?: Shape
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
}

const day = '2026-11-24'
const instant = `${day}T15:00:00.000Z`

// of no bytes
const hash = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Plausible values by field name; the first that the schema allows is used. */
const valuesByName: Record<string, readonly unknown[]> = {
  id: [42, '0b9f6a52-6f0e-4d0c-9d5e-5d2f8a3c1b7e'],
  username: ['owner'],
  password: ['correct horse battery'],
  current: ['correct horse battery'],
  next: ['a longer horse battery'],
  token: ['f3Zr0s-XkB2mT_9wq7Zf0s-XkB2mT_9wq7Zf0s-XkB2'],
  granted: [['reports']],
  denied: [[]],
  rights: [['schedule.own.view', 'schedule.own.complete', 'customers.job']],
  role: ['business_owner'],
  email: ['ann@example.com', true, 'provider'],
  sms: [true, 'provider'],
  firstName: ['Ann'],
  lastName: ['Lee'],
  name: ['billing'],
  customerName: ['Ann Lee'],
  phone: ['919 555 0101'],
  address: ['12 Oak Street, Raleigh'],
  source: ['website'],
  // the hidden field that only bots fill in
  website: [''],
  serviceNeeded: ['painting'],
  serviceType: ['Painting & Finishing'],
  projectDescription: ['The porch needs two coats of paint.'],
  lostReason: [null],
  title: ['Porch painting'],
  description: ['Painting the porch'],
  notes: ['Prefers mornings.'],
  content: ['We are on our way.'],
  text: ['Issued'],
  subject: ['Your appointment'],
  reason: [null, 'It could not be reached.'],
  actor: ['user-1'],
  invoiceNumber: ['INV-000042'],
  amount: ['240.00'],
  tax: ['0.00'],
  paidAmount: ['0.00'],
  refunded: ['0.00'],
  estimatedValue: ['240.00'],
  actualPrice: [null],
  onTheWaySince: [null],
  month: ['2026-11'],
  device: ['Firefox on Linux'],
  build: ['3f2c1a9b'],
  duration: [90],
  durationMinutes: [90],
  minimumMinutes: [60],
  satisfaction: [4.8, '+2%'],
  customerId: [7],
  customerEmail: ['ann@example.com'],
  customerPhone: ['919 555 0101'],
  person: ['Ann Lee'],
  scheduledDate: [instant],
  followUpOn: [day],
  totalAmount: ['240.00'],
  balance: ['240.00'],
  estimatedPrice: ['240.00'],
  totalRevenue: ['240.00'],
  invoiced: ['240.00'],
  paid: ['0.00'],
  outstanding: ['240.00'],
  overdue: ['0.00'],
  keys: ['+19195550101'],
  counted: ['240.00'],
  activeJobs: [3, '+12%'],
  newLeads: [4, '+8%'],
  link: ['/customers/7'],
  path: ['/calendar/0b9f6a52.ics'],
  ending: ['6a52'],
  field: ['status'],
  from: [day, 'new'],
  to: [day, 'contacted'],
  etag: ['W/"1"'],
  timeZone: ['America/New_York'],
  opens: ['08:00'],
  closes: ['18:00'],
  quietUntil: ['08:00'],
  quietFrom: ['21:00'],
  remindAt: ['09:00'],
  founded: ['2011'],
  percent: ['7.375'],
  taxPercent: ['7.375'],
  maxDepositPercent: ['10'],
  maxDepositAmount: ['1000.00'],
  unitPrice: ['45.00'],
  oldPrice: ['45.00'],
  newPrice: ['46.80'],
  unitCost: ['28.50'],
  lineId: [1],
  quantity: ['2'],
  quoteNumber: ['QUO-000007'],
  validUntil: [day],
  hash: [hash],
  logo: [hash],
  color: ['#b94e16'],
  data: ['iVBORw0KGgo=', 'some data'],
  alt: ['A new porch'],
  paidDate: [null],
  paymentMethod: [null, 'cash'],
  matchedBy: [null],
}
const formExample = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com', phone: '919 555 0101' }
const fallbackValues: readonly unknown[] = [
  'some words',
  instant,
  day,
  'ann@example.com',
  '0b9f6a52-6f0e-4d0c-9d5e-5d2f8a3c1b7e',
  '240.00',
  1,
  true,
]

/** An example that a schema allows, for readers of the document; undefined when none was found. */
export function exampleOf(schema: $ZodType, shape: Shape): unknown {
  const whole = plausible(shape)
  return [whole, ...without(whole, shape)].find((value) => safeParse(schema, value).success)
}

/** The same without optional fields: a rule may allow only some combinations. */
function without(whole: unknown, { properties = {}, required = [] }: Shape): unknown[] {
  const free = Object.keys(properties).filter((name) => !required.includes(name))
  const but = (names: string[]) =>
    Object.fromEntries(Object.entries(whole as object).filter(([name]) => !names.includes(name)))
  return [...free.map((name) => but([name])), ...free.map((name) => but(free.filter((it) => it !== name)))]
}

function plausible(schema: Shape, name = ''): unknown {
  const byName = valuesByName[name]?.find((value) => allows(schema, value))
  if (byName !== undefined) return byName
  if (schema.enum) return schema.enum[0]
  if (schema.anyOf) return plausible(schema.anyOf[0] ?? {}, name)
  if (schema.type === 'array') return [plausible(schema.items ?? {}, name)]
  if (schema.type !== 'object') return fallbackValues.find((value) => allows(schema, value))
  if (!schema.properties) return isOpen(schema) ? formExample : {}
  return Object.fromEntries(Object.entries(schema.properties).map(([key, it]) => [key, plausible(it, key)]))
}

const isOpen = ({ additionalProperties }: Shape) =>
  typeof additionalProperties === 'object' && Object.keys(additionalProperties).length === 0

/** Whether the schema of a single value allows it. */
function allows(schema: Shape, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some((it) => allows(it, value))
  if (value === null) return schema.nullable === true
  if (schema.enum) return schema.enum.includes(value)
  const isInteger = Number.isInteger(value) && schema.type === 'integer'
  if (!isInteger && schema.type !== typeof value) return false
  if (typeof value === 'number') return value >= (schema.minimum ?? 0) && value <= (schema.maximum ?? value)
  if (typeof value !== 'string') return true
  const { pattern, minLength = 0, maxLength = value.length } = schema
  // JSON Schema reads patterns as Unicode
  const isMatch = !pattern || new RegExp(pattern, 'u').test(value)
  return value.length >= minLength && value.length <= maxLength && isMatch
}
