import type { Decider } from '@plumbline/platform/event-store'
import type { LeadEvent, LeadReceived } from './events.ts'

export type LeadState = { exists: false } | { exists: true; lead: LeadReceived['data'] }

export type LeadCommand = {
  type: 'ReceiveLead'
  leadId: number
  firstName: string
  lastName: string
  email: string
  phone: string
  serviceNeeded?: string | null
  projectDescription?: string | null
  source: string
  now: string
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
  }
}

function evolve(_state: LeadState, event: LeadEvent): LeadState {
  switch (event.type) {
    case 'LeadReceived':
      return { exists: true, lead: event.data }
  }
}

/** A request for an estimate, from its arrival on. */
export const lead: Decider<LeadState, LeadCommand, LeadEvent> = {
  initialState: () => ({ exists: false }),
  decide,
  evolve,
}

export const leadStream = (id: number) => `lead-${id}`
