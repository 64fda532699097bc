import { type Db, run } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { type Caller, may } from '@plumbline/platform/http'
import type { Right } from '@plumbline/platform/rights'
import { customersOfJobs } from '@plumbline/scheduling/directory'
import { customers } from './customers.ts'
import { documentsTable } from './search/projection.ts'

type Kind = 'customer' | 'lead' | 'appointment' | 'quote' | 'invoice' | 'message'
/** Kinds of subjects, which a consent is one of. */
export const kinds = ['customer', 'lead', 'appointment', 'quote', 'invoice', 'message', 'consent'] as const
type SubjectKind = (typeof kinds)[number]

/** What a caller may see of this service. */
export type Visibility = {
  /** Records of this kind: all that there are, own ones, or none. */
  of: (kind: SubjectKind) => 'all' | 'own' | 'none'
  prices: boolean
  /** Whose jobs and customers are own ones. */
  member: number
  now: Date
}

const all = {
  customer: 'customers.all',
  lead: 'leads',
  appointment: 'schedule.all.view',
  quote: 'quotes.edit',
  invoice: 'invoices.view',
  message: 'messages.all',
} as const satisfies Record<Kind, Right>
const own = {
  customer: 'customers.job',
  appointment: 'schedule.own.view',
  message: 'messages.own',
} as const satisfies Partial<Record<Kind, Right>>

export function visibilityOf(caller: Caller, now: Date): Visibility {
  return {
    of: (subject) => {
      const kind = subject === 'consent' ? 'message' : subject
      if (may(caller, all[kind])) return 'all'
      return kind in own && may(caller, own[kind as keyof typeof own]) ? 'own' : 'none'
    },
    prices: may(caller, 'prices.view'),
    member: caller.user?.id ?? 0,
    now,
  }
}

/** The ids that customers of own jobs have today, as a subquery. */
export const ownCustomers = (member: string, now: string) =>
  customers.survivorsOf(customersOfJobs(documentsTable.name, member, now, 'at'))

/** Whether an appointment in a column is a job of the member. */
export const isOwnJob = (stream: string, member: string) => `EXISTS (SELECT 1 FROM ${documentsTable.name}
  WHERE stream = ${stream} AND assignee_ids @> to_jsonb(${member}::int))`

/** Throws unless the caller may see this record. */
export async function requireVisible(db: Db, visibility: Visibility, stream: string): Promise<void> {
  const [kind, id] = stream.split('-') as [SubjectKind, string]
  const { of, member, now } = visibility
  if (of(kind) === 'all') return
  if (of(kind) === 'none') throw rejection('forbidden', 'Your role does not allow this.')
  const own =
    kind === 'appointment'
      ? { text: `SELECT 1 WHERE ${isOwnJob('$1', '$2')}`, values: [stream, member] }
      : {
          text: `SELECT 1 FROM ${customers.table.name}
            WHERE id = $1::int AND coalesce(merged_into, id) IN (${ownCustomers('$2', '$3')})`,
          values: [id, member, now],
        }
  if ((await run(db, own)).length === 0) throw rejection('not-found', 'Not found.')
}
