import { type AppointmentEvent, appointmentStatusLabels } from '@plumbline/scheduling/events'
import { type AppointmentRecord, changesBy, isBeginning } from '@plumbline/scheduling/record'
import { dateTimeText, dayText } from '../../dateTimeText.ts'
import { type SearchDocument, toDocument } from '../document.ts'
import { searchText } from '../searchText.ts'

export type AppointmentFacts = Pick<
  AppointmentRecord,
  | 'id'
  | 'customerId'
  | 'title'
  | 'description'
  | 'address'
  | 'startsAt'
  | 'anytime'
  | 'status'
  | 'assigneeIds'
>

export type SearchedAppointmentEvent = Exclude<
  AppointmentEvent,
  { type: 'AppointmentRepriced' | 'AppointmentMoveRequested' | 'AppointmentCrewDeparted' }
>

export function evolveAppointment(
  facts: AppointmentFacts | null,
  event: SearchedAppointmentEvent,
): AppointmentFacts | null {
  if (!facts && !isBeginning(event)) return null
  const { deleted, ...next } = { ...facts, ...changesBy(event) } as AppointmentRecord
  if (deleted) return null
  const { id, customerId, title, description, address, startsAt, anytime, status, assigneeIds } = next
  return { id, customerId, title, description, address, startsAt, anytime, status, assigneeIds }
}

export const appointmentDocument = (facts: AppointmentFacts): SearchDocument<AppointmentFacts> =>
  toDocument('appointment', facts, {
    at: facts.startsAt,
    assigneeIds: facts.assigneeIds,
    text: searchText(facts.title, facts.address, facts.description),
  })

export const describeAppointment = (
  { title, startsAt, anytime, status }: AppointmentFacts,
  customerName: string,
  timeZone: string,
) => ({
  title: `${title} · ${customerName}`,
  subtitle: `${(anytime ? dayText : dateTimeText)(timeZone, startsAt)} · ${appointmentStatusLabels[status]}`,
})
