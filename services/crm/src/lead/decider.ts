import { rejection } from '@plumbline/platform/errors'
import type { Decider, DecisionContext } from '@plumbline/platform/event-store'
import { textOrNull } from '@plumbline/platform/text'
import { leadFieldNames } from '../api/fields.ts'
import { nextLeadStatuses } from '../api/values.ts'
import type { LeadEvent, LeadReceived } from '../events.ts'

export type LeadStatus = 'new' | 'contacted' | 'quoted' | 'converted' | 'lost'

/** Who asks for what. */
export type LeadDetails = Omit<LeadReceived['data'], 'leadId' | 'source' | 'receivedAt'>

type Lead = {
  details: LeadDetails
  source: string
  receivedAt: string
  isRemoved: boolean
  status: LeadStatus
  lostReason: string | null
  followUpOn: string | null
  notes: string | null
  estimatedCents: number | null
  /** Who asked, once that is known; the customer it was converted into. */
  customerId: number | null
}
/** Null before the lead is received. */
export type LeadState = Lead | null

export type LeadCommand =
  | {
      type: 'ReceiveLead'
      firstName: string
      lastName: string
      email: string
      phone: string
      serviceNeeded?: string | null
      projectDescription?: string | null
      source: string
    }
  | {
      type: 'ChangeLead'
      status?: LeadStatus
      /** Goes with status `lost`. */
      lostReason?: string | null
      followUpOn?: string | null
      notes?: string | null
      estimatedCents?: number | null
      details?: Partial<LeadDetails>
    }
  | { type: 'RemoveLead' }
  | { type: 'RestoreLead' }
  | { type: 'LinkLead'; customerId: number }
  | { type: 'ConvertLead'; customerId: number }
type ChangeLead = Extract<LeadCommand, { type: 'ChangeLead' }>

function decide(command: LeadCommand, state: LeadState, context: DecisionContext): LeadEvent[] {
  const { id: leadId, now } = context
  switch (command.type) {
    case 'ReceiveLead': {
      if (state) return []
      const { type: _, serviceNeeded, projectDescription, ...contact } = command
      return [
        {
          type: 'LeadReceived',
          data: {
            leadId,
            ...contact,
            serviceNeeded: textOrNull(serviceNeeded),
            projectDescription: textOrNull(projectDescription),
            receivedAt: now,
          },
        },
      ]
    }
    case 'ChangeLead': {
      const before = requireActiveLead(state)
      return [
        ...detailsChanged(command, before, context),
        ...statusChanged(command, before, context),
        ...followUpPlanned(command, before, context),
        ...noted(command, before, context),
        ...valued(command, before, context),
      ]
    }
    case 'RemoveLead': {
      const { isRemoved, status } = requireExistingLead(state)
      if (isRemoved) return []
      if (status === 'converted')
        throw rejection('conflict', 'This lead is a customer, and cannot be removed.')
      return [{ type: 'LeadRemoved', data: { leadId, removedAt: now } }]
    }
    case 'RestoreLead': {
      const { isRemoved, details, customerId: _, status, ...others } = requireExistingLead(state)
      // one that was converted is never removed
      if (!isRemoved || status === 'converted') return []
      return [{ type: 'LeadRestored', data: { leadId, ...details, ...others, status, restoredAt: now } }]
    }
    case 'LinkLead': {
      const { customerId } = command
      if (requireActiveLead(state).customerId === customerId) return []
      requireConvertible(state, customerId)
      return [{ type: 'LeadLinked', data: { leadId, customerId, linkedAt: now } }]
    }
    case 'ConvertLead': {
      const { customerId } = command
      if (requireConvertible(state, customerId).status === 'converted') return []
      return [{ type: 'LeadConverted', data: { leadId, customerId, convertedAt: now } }]
    }
  }
}

/** The lead, be it a state or a row. Throws `not-found` when there is none. */
export function requireExistingLead<T extends object>(lead: T | null | undefined): T {
  if (!lead) throw rejection('not-found', 'Lead not found')
  return lead
}

/** A lead that was not removed. */
function requireActiveLead(state: LeadState): Lead {
  const lead = requireExistingLead(state)
  return requireExistingLead(lead.isRemoved ? null : lead)
}

/** A lead that may become this customer, or has. */
function requireConvertible(state: LeadState, customerId: number): Lead {
  const lead = requireActiveLead(state)
  if (lead.status === 'converted' && lead.customerId !== customerId)
    throw rejection('conflict', 'This lead has become another customer already.')
  if (lead.status === 'lost') throw rejection('conflict', 'A lost lead cannot be converted.')
  return lead
}

function detailsChanged(
  { details = {} }: ChangeLead,
  { details: before }: Lead,
  { id: leadId, now }: DecisionContext,
): LeadEvent[] {
  const names = leadFieldNames.filter((name) => details[name] !== undefined && details[name] !== before[name])
  if (names.length === 0) return []
  const differences = Object.fromEntries(names.map((name) => [name, details[name]]))
  return [{ type: 'LeadDetailsChanged', data: { leadId, ...differences, changedAt: now } }]
}

function statusChanged(
  { status, lostReason }: ChangeLead,
  before: Lead,
  { id: leadId, now }: DecisionContext,
): LeadEvent[] {
  const reason = textOrNull(lostReason)
  if (reason && status !== 'lost') throw rejection('invalid', 'Only a lost lead has a reason for it.')
  const isSameReason = lostReason === undefined || reason === before.lostReason
  if (status === undefined || (status === before.status && isSameReason)) return []
  if (status === 'converted' || !nextLeadStatuses[before.status].includes(status))
    throw rejection('conflict', `A lead can't change from ${before.status} to ${status}.`)
  return [
    {
      type: 'LeadStatusChanged',
      data: { leadId, status, ...(reason && { lostReason: reason }), changedAt: now },
    },
  ]
}

function followUpPlanned(
  { followUpOn }: ChangeLead,
  before: Lead,
  { id: leadId, now }: DecisionContext,
): LeadEvent[] {
  if (followUpOn === undefined || followUpOn === before.followUpOn) return []
  return [{ type: 'LeadFollowUpPlanned', data: { leadId, followUpOn, plannedAt: now } }]
}

function noted({ notes }: ChangeLead, before: Lead, { id: leadId, now }: DecisionContext): LeadEvent[] {
  if (notes === undefined || textOrNull(notes) === before.notes) return []
  return [{ type: 'LeadNoted', data: { leadId, notes: textOrNull(notes), notedAt: now } }]
}

function valued(
  { estimatedCents }: ChangeLead,
  before: Lead,
  { id: leadId, now }: DecisionContext,
): LeadEvent[] {
  if (estimatedCents === undefined || estimatedCents === before.estimatedCents) return []
  return [{ type: 'LeadValued', data: { leadId, estimatedCents, valuedAt: now } }]
}

function evolve(state: LeadState, event: LeadEvent): LeadState {
  if (event.type === 'LeadReceived') {
    const { leadId: _, source, receivedAt, ...details } = event.data
    return {
      details,
      source,
      receivedAt,
      isRemoved: false,
      status: 'new',
      lostReason: null,
      followUpOn: null,
      notes: null,
      estimatedCents: null,
      customerId: null,
    }
  }
  return state && { ...state, ...changes(event, state) }
}

function changes(event: Exclude<LeadEvent, LeadReceived>, { details: before }: Lead): Partial<Lead> {
  switch (event.type) {
    case 'LeadStatusChanged':
      return { status: event.data.status, lostReason: event.data.lostReason ?? null }
    case 'LeadFollowUpPlanned':
      return { followUpOn: event.data.followUpOn }
    case 'LeadNoted':
      return { notes: event.data.notes }
    case 'LeadValued':
      return { estimatedCents: event.data.estimatedCents }
    case 'LeadDetailsChanged': {
      const { leadId: _, changedAt: __, ...details } = event.data
      return { details: { ...before, ...details } }
    }
    case 'LeadRemoved':
      return { isRemoved: true }
    case 'LeadRestored':
      return { isRemoved: false, customerId: null }
    case 'LeadLinked':
      return { customerId: event.data.customerId }
    case 'LeadConverted':
      return { status: 'converted', customerId: event.data.customerId }
  }
}

/** A request for an estimate, from its arrival to its conversion into a customer. */
export const leadDecider: Decider<LeadState, LeadCommand, LeadEvent> = {
  initialState: () => null,
  decide,
  evolve,
}
