import { rejection } from '@plumbline/platform/errors'
import type { Decider } from '@plumbline/platform/event-store'
import type { LeadEvent, LeadReceived } from './events.ts'

export type LeadStatus = 'new' | 'contacted' | 'quoted' | 'converted' | 'lost'

export type LeadState =
  | { exists: false }
  | {
      exists: true
      lead: LeadReceived['data']
      status: LeadStatus
      lostReason: string | null
      followUpOn: string | null
      estimatedCents: number | null
    }
type Known = Extract<LeadState, { exists: true }>

export type LeadCommand = { leadId: number; now: string } & (
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
      estimatedCents?: number | null
    }
  | { type: 'ConvertLead'; customerId: number }
)
type ChangeLead = Extract<LeadCommand, { type: 'ChangeLead' }>

// a lead only moves on, and may skip a step; converting is a command of its own
const nextStatuses: Record<LeadStatus, readonly LeadStatus[]> = {
  new: ['contacted', 'quoted', 'lost'],
  contacted: ['quoted', 'lost'],
  quoted: ['lost'],
  converted: [],
  lost: [],
}

const textOrNull = (text: string | null | undefined) => text?.trim() || null

function decide(command: LeadCommand, state: LeadState): LeadEvent[] {
  switch (command.type) {
    case 'ReceiveLead': {
      if (state.exists) return []
      const { type: _, now, serviceNeeded, projectDescription, ...contact } = command
      return [
        {
          type: 'LeadReceived',
          data: {
            ...contact,
            serviceNeeded: textOrNull(serviceNeeded),
            projectDescription: textOrNull(projectDescription),
            receivedAt: now,
          },
        },
      ]
    }
    case 'ChangeLead': {
      const before = known(state)
      return [
        ...statusChanged(command, before),
        ...followUpPlanned(command, before),
        ...valued(command, before),
      ]
    }
    case 'ConvertLead': {
      const { status } = known(state)
      if (status === 'converted') return []
      if (status === 'lost') throw rejection('conflict', 'A lost lead cannot be converted.')
      const { leadId, customerId, now } = command
      return [{ type: 'LeadConverted', data: { leadId, customerId, convertedAt: now } }]
    }
  }
}

function known(state: LeadState): Known {
  if (!state.exists) throw rejection('not-found', 'Lead not found')
  return state
}

function statusChanged({ leadId, status, lostReason, now }: ChangeLead, before: Known): LeadEvent[] {
  const reason = textOrNull(lostReason)
  if (reason && status !== 'lost') throw rejection('invalid', 'Only a lost lead has a reason for it.')
  if (status === undefined || status === before.status) return []
  if (status === 'converted' || !nextStatuses[before.status].includes(status))
    throw rejection('conflict', `A lead cannot go from ${before.status} to ${status}.`)
  return [
    {
      type: 'LeadStatusChanged',
      data: { leadId, status, ...(reason && { lostReason: reason }), changedAt: now },
    },
  ]
}

function followUpPlanned({ leadId, followUpOn, now }: ChangeLead, before: Known): LeadEvent[] {
  if (followUpOn === undefined || followUpOn === before.followUpOn) return []
  return [{ type: 'LeadFollowUpPlanned', data: { leadId, followUpOn, plannedAt: now } }]
}

function valued({ leadId, estimatedCents, now }: ChangeLead, before: Known): LeadEvent[] {
  if (estimatedCents === undefined || estimatedCents === before.estimatedCents) return []
  return [{ type: 'LeadValued', data: { leadId, estimatedCents, valuedAt: now } }]
}

function evolve(state: LeadState, event: LeadEvent): LeadState {
  if (event.type === 'LeadReceived')
    return {
      exists: true,
      lead: event.data,
      status: 'new',
      lostReason: null,
      followUpOn: null,
      estimatedCents: null,
    }
  return state.exists ? { ...state, ...changes(event) } : state
}

function changes(event: Exclude<LeadEvent, LeadReceived>): Partial<Known> {
  switch (event.type) {
    case 'LeadStatusChanged':
      return { status: event.data.status, lostReason: event.data.lostReason ?? null }
    case 'LeadFollowUpPlanned':
      return { followUpOn: event.data.followUpOn }
    case 'LeadValued':
      return { estimatedCents: event.data.estimatedCents }
    case 'LeadConverted':
      return { status: 'converted' }
  }
}

/** A request for an estimate, from its arrival to the customer it becomes. */
export const lead: Decider<LeadState, LeadCommand, LeadEvent> = {
  initialState: () => ({ exists: false }),
  decide,
  evolve,
}
