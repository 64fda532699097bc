import type { AppointmentEvent } from '@plumbline/scheduling/events'
import { dateTimeText } from '../../dateTimeText.ts'
import { type SearchDocument, toDocument } from '../document.ts'
import { searchText } from '../searchText.ts'

const statusLabels = {
  scheduled: 'Scheduled',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
} as const

export type AppointmentFacts = {
  id: number
  customerId: number
  title: string
  description: string | null
  address: string | null
  startsAt: string
  status: keyof typeof statusLabels
}

export type SearchedAppointmentEvent = Exclude<AppointmentEvent, { type: 'AppointmentRepriced' }>

export function evolveAppointment(
  facts: AppointmentFacts | null,
  { type, data }: SearchedAppointmentEvent,
): AppointmentFacts | null {
  if (type === 'AppointmentScheduled') {
    const { appointmentId: id, customerId, title, description, address, startsAt } = data
    return { id, customerId, title, description, address, startsAt, status: 'scheduled' }
  }
  if (!facts) return null
  switch (type) {
    case 'AppointmentRescheduled':
      return { ...facts, startsAt: data.startsAt ?? facts.startsAt }
    case 'AppointmentDescribed':
    case 'AppointmentReassigned': {
      const { customerId, title, description, address } = { ...facts, ...data }
      return { ...facts, customerId, title, description, address }
    }
    case 'AppointmentStarted':
      return { ...facts, status: 'in_progress' }
    case 'AppointmentCompleted':
      return { ...facts, status: 'completed' }
    case 'AppointmentCancelled':
      return { ...facts, status: 'cancelled' }
    case 'AppointmentReopened':
      return { ...facts, status: 'scheduled' }
    case 'AppointmentDeleted':
      return null
  }
}

export const appointmentDocument = (facts: AppointmentFacts): SearchDocument<AppointmentFacts> =>
  toDocument('appointment', facts, {
    at: facts.startsAt,
    text: searchText(facts.title, facts.address, facts.description),
  })

export const describeAppointment = ({ title, startsAt, status }: AppointmentFacts, customerName: string) => ({
  title: `${title} · ${customerName}`,
  subtitle: `${dateTimeText(startsAt)} · ${statusLabels[status]}`,
})
