import type { Db } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import { erased } from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import { type Lead, type LeadChanges, type LeadForm, leadSources } from './api.ts'
import { type Act, registerCustomer } from './customers.ts'
import { type LeadCommand, lead, leadStream } from './lead.ts'
import { customerById, lockCustomers } from './projections/customerQueries.ts'
import type { CustomerRow } from './projections/customers.ts'
import { type LeadRow, leadById, leadEtag, leads, lockLead, shownLead } from './projections/leads.ts'

export type NewLead = LeadForm & { source?: string }

/** Stores a lead in the caller's transaction and answers it as the list shows it. */
export async function receiveLead(act: Act, form: NewLead): Promise<Lead> {
  const leadId = await nextNumber(act.db, act.store.pool, 'lead_id')
  const source = leadSources.find((value) => value === form.source) ?? 'website'
  let lead: Lead | undefined
  const received: LeadCommand = { type: 'ReceiveLead', leadId, ...form, source, now: act.now.toISOString() }
  await command(act, received, (projection, rows) => {
    if (projection === leads) lead = shownLead(rows[0] as LeadRow)
  })
  return lead ?? stored(act.db, leadId)
}

/** Records what is different, if anything; `checkIfMatch` may refuse by the version the change would follow. */
export async function changeLead(
  act: Act,
  leadId: number,
  changes: LeadChanges,
  checkIfMatch: (etag: string) => void = () => {},
): Promise<Lead> {
  // nobody else changes it between the check and the change
  const before = await lockLead(act.db, leadId)
  if (before) checkIfMatch(leadEtag(before))
  const { estimatedValue: value, ...rest } = changes
  const estimatedCents = typeof value === 'string' ? centsOf(value) : value
  await command(act, { type: 'ChangeLead', leadId, ...rest, estimatedCents, now: act.now.toISOString() })
  return stored(act.db, leadId)
}

export type Converted = { lead: Lead; customer: CustomerRow }

/** Makes a lead an active customer or links it to an existing one; the second time it answers the same. */
export async function convertLead(act: Act, leadId: number, customerId?: number | null): Promise<Converted> {
  // whoever comes second waits here and then finds it done
  const before = await lockLead(act.db, leadId)
  if (!before) throw reject('not-found', 'Lead not found')
  if (before.customerId !== null) return { lead: before, customer: await existing(act.db, before.customerId) }
  if (before.email === erased) throw reject('conflict', 'This person has been erased.')
  const customer = customerId
    ? await existing(act.db, customerId)
    : await registerCustomer(act, formOf(before))
  await command(act, {
    type: 'ConvertLead',
    leadId,
    customerId: customer.id,
    now: act.now.toISOString(),
  })
  return { lead: await stored(act.db, leadId), customer }
}

const formOf = ({ firstName, lastName, email, phone, source, projectDescription }: Lead) => ({
  ...{ firstName, lastName, email, phone, source },
  notes: projectDescription,
  status: 'active' as const,
})

/** The customer, or whom it was merged into, kept from going away before the transaction ends. */
async function existing(db: Act['db'], id: number): Promise<CustomerRow> {
  const found = await customerById(db, id)
  const [held] = found ? await lockCustomers(db, [found.id]) : []
  if (!held) throw reject('invalid', 'Customer not found')
  return held
}

const command = (
  { store, db, metadata }: Act,
  command: LeadCommand,
  written?: (projection: unknown, rows: readonly object[]) => void,
) =>
  store.handle(db, {
    stream: leadStream(command.leadId),
    decider: lead,
    command,
    metadata,
    isNew: command.type === 'ReceiveLead',
    written,
  })

async function stored(db: Db, id: number): Promise<Lead> {
  const found = await leadById(db, id)
  if (!found) throw new Error(`lead ${id} is missing from its read model`)
  return found
}
