import type { Db } from '@plumbline/platform/db'
import { erased } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import { type Aggregate, type CommandContext, create, execute } from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import { type Lead, type LeadChanges, type LeadForm, leadSources } from './api.ts'
import { registerCustomer } from './customers.ts'
import type { LeadEvent } from './events.ts'
import { type LeadCommand, type LeadState, lead } from './lead.ts'
import { customerById, lockCustomers } from './projections/customerQueries.ts'
import type { CustomerRow } from './projections/customers.ts'
import { type LeadRow, leads, lockLead } from './projections/leads.ts'

const aggregate: Aggregate<LeadState, LeadCommand, LeadEvent, LeadRow> = {
  name: 'lead',
  decider: lead,
  projection: leads,
}

export type NewLead = LeadForm & { source?: string }

export async function receiveLead(ctx: CommandContext, form: NewLead): Promise<LeadRow> {
  const leadId = await nextNumber(ctx.db, 'lead_id')
  const source = leadSources.find((value) => value === form.source) ?? 'website'
  const now = ctx.now.toISOString()
  const { row } = await create(ctx, aggregate, leadId, { type: 'ReceiveLead', leadId, ...form, source, now })
  return row as LeadRow
}

/** Records what is different, if anything. */
export async function changeLead(
  ctx: CommandContext,
  leadId: number,
  changes: LeadChanges,
): Promise<LeadRow> {
  const { estimatedValue: value, ...rest } = changes
  const estimatedCents = typeof value === 'string' ? centsOf(value) : value
  const now = ctx.now.toISOString()
  const { row } = await execute(ctx, aggregate, leadId, {
    type: 'ChangeLead',
    leadId,
    ...rest,
    estimatedCents,
    now,
  })
  return row as LeadRow
}

export type Converted = { lead: Lead; customer: CustomerRow }

/** Makes a lead an active customer or links it to an existing one; the second time it answers the same. */
export async function convertLead(
  ctx: CommandContext,
  leadId: number,
  customerId?: number | null,
): Promise<Converted> {
  // a second conversion waits here and then finds the first
  const before = await lockLead(ctx.db, leadId)
  if (!before) throw rejection('not-found', 'Lead not found')
  if (before.customerId !== null) return { lead: before, customer: await existing(ctx.db, before.customerId) }
  if (before.email === erased) throw rejection('conflict', 'This person has been erased.')
  const customer = customerId
    ? await existing(ctx.db, customerId)
    : await registerCustomer(ctx, formOf(before))
  const now = ctx.now.toISOString()
  const { row } = await execute(ctx, aggregate, leadId, {
    type: 'ConvertLead',
    leadId,
    customerId: customer.id,
    now,
  })
  return { lead: row as LeadRow, customer }
}

const formOf = ({ firstName, lastName, email, phone, source, projectDescription }: Lead) => ({
  ...{ firstName, lastName, email, phone, source },
  notes: projectDescription,
  status: 'active' as const,
})

/** The customer, or the one it was merged into, locked so that it stays for the rest of the transaction. */
async function existing(db: Db, id: number): Promise<CustomerRow> {
  const found = await customerById(db, id)
  const [locked] = found ? await lockCustomers(db, [found.id]) : []
  if (!locked) throw rejection('invalid', 'Customer not found')
  return locked
}
