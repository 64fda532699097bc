import { css } from '@emotion/react'
import { dayAt } from '@plumbline/contract'
import { formatArrival, formatHours, shortDay } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { Button, buttonStyle, color, phone, space, text, useIsPhone } from '@plumbline/ui'
import { MessageSquare, Navigation, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AppointmentBadge } from '../appointments/AppointmentBadge.tsx'
import { customerName, isOnTheWay } from '../appointments/appointment.ts'
import { contactLinks } from './contactLinks.ts'
import { InvoiceButton } from './InvoiceButton.tsx'
import { latestStart, nextStep, timeUntil } from './jobSteps.ts'
import { StepButton, type useJobSteps } from './useJobSteps.tsx'

/** The list of rows. */
export const jobList = css`
  display: grid;
  grid-template-columns: auto minmax(150px, 1fr) minmax(0, 1.4fr) auto auto;
  margin: 0;
  padding: 0;
  list-style: none;
  font-variant-numeric: tabular-nums;
`

// the whole row opens the appointment; what can be pressed lies above that
const row = css`
  position: relative;
  display: grid;
  grid-template-columns: subgrid;
  grid-column: 1 / -1;
  gap: 0 ${space(5)};
  align-items: center;
  min-height: 60px;
  padding: ${space(2)} ${space(5)};
  & + & { border-top: 1px solid ${color.line}; }
  &:hover { background: ${color.sunken}; }
  > * { grid-row: 1 / 3; }
  [data-name] { grid-row: 1; align-self: end; color: inherit; font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
  [data-name]::after { content: ''; position: absolute; inset: 0; }
  [data-name]:focus-visible { outline: none; }
  [data-name]:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: -2px; }
  > p { display: contents; color: ${color.muted}; }
  [data-service] { grid-area: 2 / 2; align-self: start; }
  [data-address] { grid-area: 1 / 3 / 3; overflow-wrap: anywhere; }
  [data-state] { grid-column: 4; justify-self: end; white-space: nowrap; }
  /* a place for each button, whether or not it is there */
  [data-actions] { grid-column: 5; display: grid; grid-template-columns: minmax(148px, auto) repeat(3, 36px); gap: ${space(2)}; }
  [data-actions] > * { grid-row: 1; position: relative; z-index: 1; }
  [data-step] { grid-column: 1; }
  [data-text] { grid-column: 2; }
  [data-call] { grid-column: 3; }
  [data-navigate] { grid-column: 4; }
  @container (max-width: 799px) {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    gap: ${space(1)} ${space(2)};
    padding-block: ${space(2)};
    ${phone} { padding-inline: ${space(4)}; }
    > b, [data-name], [data-state] { grid-row: 1; align-self: baseline; }
    [data-name], > p { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
    [data-state] { grid-column: 3; font-size: ${text.sm}; }
    > p { display: block; grid-area: 2 / 1 / auto / -1; font-size: ${text.md}; line-height: 20px; }
    [data-address]::before { content: ' · '; }
    [data-actions] { grid-area: 3 / 1 / auto / -1; display: flex; flex-wrap: wrap; margin-top: ${space(1)}; }
    [data-actions] > :is(a, button) { min-height: 44px; }
    [data-actions] > [data-step] { flex: 1 1 136px; max-width: 280px; padding-inline: ${space(2)}; }
    /* a window takes the line of the name */
    &[data-window]:not([data-done]) {
      > b { grid-column: 1 / 3; }
      [data-name] { grid-area: 2 / 1 / auto / -1; }
      > p { grid-area: 3 / 1 / auto / -1; }
      [data-actions] { grid-row: 4; }
    }
    /* what is done takes one line */
    &[data-done] { min-height: 52px; padding-block: ${space(1)}; align-items: center; }
    &[data-done] > * { align-self: center; }
    &[data-done] > p { display: none; }
    &[data-done] [data-actions] { grid-area: 1 / 3; margin: 0; }
    &[data-done]:has([data-actions] button) > [data-state] { display: none; }
  }
`

const iconLink = css`
  width: 36px;
  padding: 0;
  @container (max-width: 799px) { flex: none; width: 44px; }
`

type JobRowProps = {
  appointment: Appointment
  job: ReturnType<typeof useJobSteps>
  now: Date
  isToday: boolean
  /** The first with something to do: only its button stands out. */
  isNext: boolean
  /** Further buttons. */
  more?: ReactNode
}

/** A job with its next step, and how to reach the customer; the row opens it. */
export function JobRow({ appointment, job, now, isToday, isNext, more }: JobRowProps) {
  const { id, title, status, address, customerPhone } = appointment
  const step = nextStep(appointment, now)
  const name = customerName(appointment)
  const { call, navigate } = contactLinks(appointment)
  const isDone = status === 'completed'
  return (
    <li css={row} data-done={isDone || undefined} data-window={appointment.arrivalWindow || undefined}>
      <JobTime appointment={appointment} isToday={isToday} />
      <Link data-name to={`/appointments/${id}`} aria-label={`${name}, ${title}`}>
        {name}
      </Link>
      <p>
        <span data-service>{title}</span>
        {address && <span data-address>{address}</span>}
      </p>
      <div data-state>
        {status === 'scheduled' && !isOnTheWay(appointment, now) ? (
          <TimeUntil appointment={appointment} now={now} />
        ) : (
          <AppointmentBadge appointment={appointment} />
        )}
      </div>
      <div data-actions>
        {step && (
          <StepButton
            step={step}
            appointment={appointment}
            job={job}
            tone={isNext ? 'primary' : 'secondary'}
            of={`${title}, ${name}`}
          />
        )}
        {isDone && job.invoice && (
          <InvoiceButton id={id} of={`${title}, ${name}`} onPress={() => job.invoice?.(appointment)} />
        )}
        {!isDone && customerPhone && job.text && (
          <Button
            css={iconLink}
            data-text
            aria-label={`Text ${name}`}
            onClick={() => job.text?.(appointment)}
          >
            <MessageSquare size={18} aria-hidden />
          </Button>
        )}
        {!isDone && call && (
          <a css={[buttonStyle(), iconLink]} data-call href={call} aria-label={`Call ${name}`}>
            <Phone size={18} aria-hidden />
          </a>
        )}
        {!isDone && navigate && (
          <a
            css={[buttonStyle(), iconLink]}
            data-navigate
            href={navigate}
            target="_blank"
            rel="noreferrer"
            aria-label={`Navigate to ${name}`}
          >
            <Navigation size={18} aria-hidden />
          </a>
        )}
        {more}
      </div>
    </li>
  )
}

/** Its hours, where there is room; a job that began on a day before has that day. */
function JobTime({ appointment, isToday }: Pick<JobRowProps, 'appointment' | 'isToday'>) {
  const isPhone = useIsPhone()
  const { scheduledDate } = appointment
  if (!isToday) return <b>{shortDay(dayAt(new Date(scheduledDate)))}</b>
  return <b>{isPhone ? formatArrival(appointment) : formatHours(appointment)}</b>
}

/** Nothing where no time was promised. */
function TimeUntil({ appointment, now }: Pick<JobRowProps, 'appointment' | 'now'>) {
  if (appointment.anytime) return null
  const isLate = latestStart(appointment) < now.getTime() - 60_000
  return (
    <span
      css={{
        whiteSpace: 'nowrap',
        color: isLate ? color.amber : color.muted,
        fontWeight: isLate ? 600 : 400,
      }}
    >
      {timeUntil(appointment, now)}
    </span>
  )
}
