import type { Clock } from '@plumbline/business/directory'
import {
  actions,
  documentPage,
  facts,
  form,
  html,
  linkButton,
  pagePath,
  paragraph,
  section,
  state,
  textField,
} from '@plumbline/platform/customer-page'
import type { CustomerPage } from '@plumbline/platform/schemas'
import { dayIn } from '@plumbline/platform/time'
import { type AppointmentDetails, type AppointmentStatus, maxMoveWords } from '../api.ts'
import { isOnTheWay } from '../appointment/record.ts'

export type Visit = Pick<
  AppointmentDetails,
  | 'id'
  | 'title'
  | 'description'
  | 'address'
  | 'scheduledDate'
  | 'arrivalWindow'
  | 'anytime'
  | 'status'
  | 'onTheWaySince'
> & {
  /** The names of those who come, as far as customers may know them. */
  crew: readonly string[]
}

const states: Record<AppointmentStatus, string> = {
  scheduled: 'Planned',
  in_progress: 'We are at work',
  completed: 'Done',
  cancelled: 'Cancelled',
}

/** An appointment as its customer sees it, who may have asked for another time. It has no notes and no prices. */
export function visitPage(visit: Visit, { timeZone, today }: Clock, asked: string | undefined): CustomerPage {
  const { id, title, description, address, status, onTheWaySince } = visit
  const isPlanned = status === 'scheduled'
  // who set out for a job that never began is on the way no more once its day is over
  const isComing = isOnTheWay(visit) && dayIn(timeZone, new Date(visit.scheduledDate)) === today
  return documentPage(
    `${title} on ${dayOf(visit, timeZone)}`,
    state(
      isComing
        ? `On the way since ${clockText(new Date(onTheWaySince as string), timeZone)}`
        : states[status],
      status === 'completed' ? 'done' : status === 'cancelled' ? 'over' : 'open',
    ),
    html`<h1>${title}</h1>`,
    status === 'cancelled' ? paragraph('This visit is cancelled: nobody will come.') : '',
    facts({
      Day: dayOf(visit, timeZone),
      Time: timeOf(visit, timeZone),
      'Who comes': isPlanned || status === 'in_progress' ? namesOf(visit) : null,
      Address: address,
    }),
    description ? section('What we will do', paragraph(description)) : '',
    isPlanned
      ? actions(linkButton('Add to calendar', pagePath('appointment', id, 'visit.ics'), asked === undefined))
      : '',
    // who is on the way is called
    isPlanned && (asked !== undefined || !isComing)
      ? section(
          'Another time?',
          asked === undefined
            ? form(
                pagePath('appointment', id, 'move'),
                'Ask for another time',
                textField('words', 'Which times suit you?', maxMoveWords),
              )
            : html`<p class="notice" role="status">You asked for another time. We will get back to you; until then the visit stays as it is.</p>
                ${paragraph(`“${asked}”`)}`,
        )
      : '',
  )
}

const crewFormat = new Intl.ListFormat('en-US')
const namesOf = ({ crew }: Visit): string => crewFormat.format(crew)

const dayOf = ({ scheduledDate }: Visit, timeZone: string): string =>
  new Date(scheduledDate).toLocaleDateString('en-US', { dateStyle: 'full', timeZone })

/** @example 'Between 9:00 AM and 11:00 AM' */
function timeOf({ scheduledDate, arrivalWindow, anytime }: Visit, timeZone: string): string {
  const clock = (minutes: number) =>
    clockText(new Date(Date.parse(scheduledDate) + minutes * 60_000), timeZone)
  if (anytime) return 'Any time of the day'
  return arrivalWindow > 0 ? `We arrive between ${clock(0)} and ${clock(arrivalWindow)}` : clock(0)
}

const clockText = (time: Date, timeZone: string): string =>
  time.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit', timeZone }).replace(/\s/g, ' ')
