import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import { person, scatter } from '../crm/people.ts'
import { years } from '../scheduling/jobs.ts'

export type Asked = {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: object
}
/** `seed` differs with every slice, so that nothing is sent twice; `etag`: of the list as it is. */
export type Given = { rows: number; seed: number; etag: string }

type Case = {
  kind: 'read' | 'write'
  connections: number
  /** So many answers, where a time would end before the first. */
  answers?: number
  status: number
  ask: (n: number, given: Given) => Asked
}

/** The list that is asked for whole. */
export const listPath = '/api/customers'

const perSlice = 1_000_000
const one = (n: number, { rows, seed }: Given) => 1 + (scatter(n + seed * perSlice) % rows)

function form(id: number) {
  const { customerId: _, registeredAt: __, ...details } = person(id)
  return { ...details, notes: details.notes ?? '' }
}

function day(n: number, { seed }: Given): string {
  const days = years.count * 365 - 60
  return dayLater(dayInNewYork(new Date(years.from)), 30 + (scatter(n + seed * perSlice) % days))
}

/** What is asked of both sides, the n-th time. */
export const cases = {
  'read a customer': {
    ...{ kind: 'read', connections: 16, status: 200 },
    ask: (n, given) => ({ path: `/api/customers/${one(n, given)}` }),
  },
  'appointments of a day': {
    ...{ kind: 'read', connections: 16, status: 200 },
    ask: (n, given) => ({ path: `/api/appointments?from=${day(n, given)}&to=${day(n, given)}` }),
  },
  'list of customers': {
    ...{ kind: 'read', connections: 10, answers: 20, status: 200 },
    ask: () => ({ path: listPath }),
  },
  'list of customers, unchanged': {
    ...{ kind: 'read', connections: 10, status: 304 },
    ask: (_n, { etag }) => ({ path: listPath, headers: { 'if-none-match': etag } }),
  },
  'create a customer': {
    ...{ kind: 'write', connections: 16, status: 201 },
    ask: (n, { seed }) => ({
      method: 'POST',
      path: '/api/customers',
      headers: { 'idempotency-key': `${seed}-${n}` },
      body: form(10_000_000 + seed * perSlice + n),
    }),
  },
  'update a customer': {
    ...{ kind: 'write', connections: 16, status: 200 },
    ask: (n, given) => ({
      method: 'PATCH',
      path: `/api/customers/${one(n, given)}`,
      body: { notes: `Called at ${given.seed}-${n}, wants a quote for the back porch.` },
    }),
  },
} satisfies Record<string, Case>

export type CaseName = keyof typeof cases
export const caseOf = (name: CaseName): Case => cases[name]
