import { css } from '@emotion/react'
import { dayInNewYork } from '@plumbline/contract'
import { formatHours, shortDay } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, color, phone, space } from '@plumbline/ui'
import { Navigation, Phone } from 'lucide-react'
import { Link } from 'react-router-dom'
import { AppointmentBadge } from '../appointments/AppointmentBadge.tsx'
import { customerName } from '../appointments/appointment.ts'
import { contactLinks } from './contactLinks.ts'
import { InvoiceButton } from './InvoiceButton.tsx'
import { nextStep, timeUntil } from './jobSteps.ts'
import { StepButton, type useJobSteps } from './useJobSteps.tsx'

// the whole row opens the appointment; what can be pressed lies above that
const row = css`
  position: relative;
  display: grid;
  grid-template-columns: subgrid;
  grid-column: 1 / -1;
  gap: ${space(1)} ${space(4)};
  align-items: center;
  min-height: 60px;
  padding: ${space(2)} ${space(5)};
  & + & { border-top: 1px solid ${color.line}; }
  &:hover { background: ${color.sunken}; }
  [data-title], [data-customer] { display: inline-flex; align-items: center; min-height: 24px; }
  [data-title] { color: inherit; font-weight: 600; text-decoration: none; overflow-wrap: anywhere; }
  [data-title]::after { content: ''; position: absolute; inset: 0; }
  [data-title]:focus-visible { outline: none; }
  [data-title]:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: -2px; }
  [data-customer] { position: relative; z-index: 1; color: ${color.muted}; overflow-wrap: anywhere; }
  [data-actions] { display: flex; gap: ${space(2)}; justify-content: end; }
  [data-actions] :is(a, button) { position: relative; z-index: 1; }
  @container (max-width: 619px) {
    grid-template-columns: auto minmax(0, 1fr);
    > :nth-child(2) { grid-row: 2; grid-column: 1 / -1; }
    > :nth-child(3) { justify-self: end; }
    [data-actions] { grid-column: 1 / -1; margin-top: ${space(1)}; }
    [data-actions] button { flex: 1; }
  }
  ${phone} {
    padding: ${space(3)} ${space(4)};
    [data-title] { min-height: 32px; }
    [data-customer] { min-height: 44px; }
  }
`

const iconLink = css`
  min-width: 36px;
  padding: 0;
  ${phone} { min-width: 48px; }
`

type JobRowProps = {
  appointment: Appointment
  job: ReturnType<typeof useJobSteps>
  now: Date
  isToday: boolean
  /** The first with something to do: only its button stands out. */
  isNext: boolean
}

/** A job with its next step, and how to reach the customer; the row opens it. */
export function JobRow({ appointment, job, now, isToday, isNext }: JobRowProps) {
  const { id, customerId, scheduledDate, title, status } = appointment
  const step = nextStep(appointment, now)
  const name = customerName(appointment)
  const { call, navigate } = contactLinks(appointment)
  return (
    <li css={row}>
      <b>{isToday ? formatHours(appointment) : shortDay(dayInNewYork(new Date(scheduledDate)))}</b>
      <div>
        <Link data-title to={`/appointments/${id}`}>
          {title}
        </Link>
        <div>
          <Link data-customer to={`/customers?customer=${customerId}`}>
            {name}
          </Link>
        </div>
      </div>
      <div>
        {status === 'scheduled' ? (
          <TimeUntil scheduledDate={scheduledDate} now={now} />
        ) : (
          <AppointmentBadge appointment={{ status }} />
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
        {status === 'completed' && job.invoice && (
          <InvoiceButton id={id} of={`${title}, ${name}`} onPress={() => job.invoice?.(appointment)} />
        )}
        {call && (
          <a css={[buttonStyle(), iconLink]} href={call} aria-label={`Call ${name}`}>
            <Phone size={18} aria-hidden />
          </a>
        )}
        {navigate && (
          <a
            css={[buttonStyle(), iconLink]}
            href={navigate}
            target="_blank"
            rel="noreferrer"
            aria-label={`Navigate to ${name}`}
          >
            <Navigation size={18} aria-hidden />
          </a>
        )}
      </div>
    </li>
  )
}

function TimeUntil({ scheduledDate, now }: { scheduledDate: string; now: Date }) {
  const isLate = Date.parse(scheduledDate) < now.getTime() - 60_000
  return (
    <span
      css={{
        whiteSpace: 'nowrap',
        color: isLate ? color.amber : color.muted,
        fontWeight: isLate ? 600 : 400,
      }}
    >
      {timeUntil({ scheduledDate }, now)}
    </span>
  )
}
