import { erased } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import {
  type Aggregate,
  assertIfMatch,
  type CommandContext,
  cannotBeRestored,
  create,
  execute,
  fieldsBefore,
  loadForUpdate,
  readChange,
} from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import { textOrNull, truncate } from '@plumbline/platform/text'
import {
  type Lead,
  type LeadChanges,
  type LeadForm,
  leadFieldNames,
  leadSources,
  maxTextLength,
} from '../api.ts'
import { changeCustomer, loadCurrentCustomer, registerCustomer } from '../customer/commands.ts'
import type { CustomerRow } from '../customer/projection.ts'
import { customerById } from '../customer/queries.ts'
import type { LeadEvent } from '../events.ts'
import { type LeadCommand, type LeadState, leadDecider, requireExistingLead } from './decider.ts'
import { type LeadRow, leads } from './projection.ts'

const lead: Aggregate<LeadState, LeadCommand, LeadEvent, LeadRow> = {
  name: 'lead',
  decider: leadDecider,
  projection: leads,
}

export type NewLead = LeadForm & { source?: string }

export async function receiveLead(ctx: CommandContext, form: NewLead): Promise<LeadRow> {
  const leadId = await nextNumber(ctx.db, 'lead_id')
  const source = leadSources.find((value) => value === form.source) ?? 'website'
  const { row } = await create(ctx, lead, leadId, { type: 'ReceiveLead', ...form, source })
  return row as LeadRow
}

/** Records what is different, if anything. */
export async function changeLead(
  ctx: CommandContext,
  leadId: number,
  changes: LeadChanges,
): Promise<LeadRow> {
  const { estimatedValue: value, status, lostReason, followUpOn, notes, ...details } = changes
  const estimatedCents = typeof value === 'string' ? centsOf(value) : value
  const orNull = (text: string | null | undefined) => (text === undefined ? undefined : textOrNull(text))
  const { row } = await execute(ctx, lead, leadId, {
    type: 'ChangeLead',
    ...{ status, lostReason, followUpOn, notes, estimatedCents },
    details: {
      ...details,
      serviceNeeded: orNull(details.serviceNeeded),
      projectDescription: orNull(details.projectDescription),
    },
  })
  return row as LeadRow
}

/** Removes a lead that is spam; answers the version of the change. */
export async function removeLead(ctx: CommandContext, leadId: number): Promise<number> {
  const { version } = await execute(ctx, lead, leadId, { type: 'RemoveLead' })
  return version
}

/** What can be taken back: the status of a lead only moves forward. */
const restorable: readonly LeadEvent['type'][] = [
  'LeadDetailsChanged',
  'LeadFollowUpPlanned',
  'LeadValued',
  'LeadNoted',
  'LeadRemoved',
]

/** Takes one change back: what it set is again what it was. */
export async function restoreLead(ctx: CommandContext, leadId: number, version: number): Promise<LeadRow> {
  const { event, before } = await readChange(ctx, lead, leadId, version)
  if (!before || !restorable.includes(event.type)) throw cannotBeRestored()
  if (before.details.email === erased) throw rejection('conflict', "This customer's data has been deleted.")
  const { row } = await execute(
    ctx,
    lead,
    leadId,
    event.type === 'LeadRemoved'
      ? { type: 'RestoreLead' }
      : {
          type: 'ChangeLead',
          ...fieldsBefore(before, event.data, ['followUpOn', 'notes', 'estimatedCents']),
          details: fieldsBefore(before.details, event.data, leadFieldNames),
        },
  )
  return row as LeadRow
}

export type LeadAndCustomer = { lead: LeadRow; customer: CustomerRow }

/**
 * Makes a lead an active customer or links it to an existing one, by default to who is known to have asked; null: to a new
 * one. Repeating it answers the same.
 */
export async function convertLead(
  ctx: CommandContext,
  leadId: number,
  customerId?: number | null,
): Promise<LeadAndCustomer> {
  const before = await lockLead(ctx, leadId)
  if (before.status === 'converted' && before.customerId !== null)
    return { lead: before, customer: await loadCurrentCustomer(ctx, before.customerId) }
  const wanted = customerId === undefined ? before.customerId : customerId
  const found = await customerFor(ctx, before, wanted, 'active')
  const wasLinked = before.customerId !== null && found.status === 'lead'
  const customer = wasLinked
    ? await changeCustomer({ ...ctx, ifMatch: undefined }, found.id, { status: 'active' })
    : found
  const { row } = await execute(ctx, lead, leadId, { type: 'ConvertLead', customerId: customer.id })
  return { lead: row as LeadRow, customer }
}

/** Says which customer a lead is of; null: a new one of status lead, as by default when none is known. */
export async function linkLead(
  ctx: CommandContext,
  leadId: number,
  customerId?: number | null,
): Promise<LeadAndCustomer> {
  const before = await lockLead(ctx, leadId)
  if (before.customerId !== null && (customerId === undefined || customerId === before.customerId))
    return { lead: before, customer: await loadCurrentCustomer(ctx, before.customerId) }
  const customer = await customerFor(ctx, before, customerId, 'lead')
  const { row } = await execute(ctx, lead, leadId, { type: 'LinkLead', customerId: customer.id })
  return { lead: row as LeadRow, customer }
}

/** A concurrent conversion waits for the lock, then returns what the first one did. */
async function lockLead(ctx: CommandContext, leadId: number): Promise<LeadRow> {
  const [loaded] = await loadForUpdate(ctx, lead, [leadId])
  return requireExistingLead(loaded?.row)
}

/** The customer that a lead belongs to: one who exists, or a new one of this status. */
async function customerFor(
  ctx: CommandContext,
  before: LeadRow,
  customerId: number | null | undefined,
  status: 'lead' | 'active',
): Promise<CustomerRow> {
  assertIfMatch(ctx.ifMatch, before.id, before.version)
  if (before.email === erased) throw rejection('conflict', "This customer's data has been deleted.")
  if (!customerId) return registerCustomer(ctx, { ...customerForm(before), status })
  const customer = await loadCurrentCustomer(ctx, customerId)
  const linked = before.customerId === null ? undefined : await customerById(ctx.db, before.customerId)
  // one who was linked before has them already
  return customer.id === linked?.id ? customer : withLeadDetails(ctx, customer, before)
}

/** A customer gets the notes of their lead, and its e-mail address when they are known by a phone number alone. */
async function withLeadDetails(
  ctx: CommandContext,
  customer: CustomerRow,
  { email, notes }: Lead,
): Promise<CustomerRow> {
  const changes = {
    ...(customer.email === '' && { email }),
    ...(notes && { notes: joinNotes(customer.notes, notes) }),
  }
  return Object.keys(changes).length > 0
    ? changeCustomer({ ...ctx, ifMatch: undefined }, customer.id, changes)
    : customer
}

/** As much of them as the notes of a customer may hold; the lead keeps its own. */
const joinNotes = (...texts: (string | null)[]): string | null =>
  truncate(texts.filter(Boolean).join('\n\n'), maxTextLength) || null

const customerForm = ({ firstName, lastName, email, phone, source, projectDescription, notes }: Lead) => ({
  firstName,
  lastName,
  email,
  phone,
  source,
  notes: joinNotes(projectDescription, notes),
})
