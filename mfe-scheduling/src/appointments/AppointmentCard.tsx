import { css } from '@emotion/react'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, phone, radius, space, text } from '@plumbline/ui'
import { HardHat, type LucideIcon, MapPin, MoonStar, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { AppointmentBadge } from './AppointmentBadge.tsx'

const card = css`
  position: relative;
  display: grid;
  grid-template: auto auto 1fr / minmax(0, 1fr) auto;
  gap: ${space(1)} ${space(4)};
  padding: ${space(3)} ${space(4)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  &:hover { border-color: ${color.control}; }
  [data-title] { font-size: ${text.lg}; overflow-wrap: anywhere; }
  [data-title] a { color: inherit; text-decoration: none; }
  [data-title] a::after { content: ''; position: absolute; inset: 0; border-radius: ${radius.surface}; }
  [data-title] a:focus-visible { outline: none; }
  [data-title] a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  [data-when] { grid-column: 1 / -1; margin-top: -${space(1)}; font-weight: 600; font-variant-numeric: tabular-nums; }
  footer { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: ${space(2)}; }
  /* buttons lie above the link that covers the card */
  footer :is(a, button) { position: relative; z-index: 1; }
  &[data-status='cancelled'] [data-title] { text-decoration: line-through; color: ${color.muted}; }
  ${phone} { footer :is(a, button) { min-height: 44px; } }
`

const factStyle = css`
  padding-left: ${space(5.5)};
  color: ${color.muted};
  overflow-wrap: anywhere;
  svg { margin: 0 ${space(2)} 0 -${space(5.5)}; vertical-align: -2px; }
  &[data-warning] { color: ${color.amber}; }
`

const fact = (Icon: LucideIcon, text: string, isWarning = false) => (
  <p css={factStyle} data-warning={isWarning || undefined}>
    <Icon size={14} aria-hidden />
    {text}
  </p>
)

type AppointmentCardProps = {
  appointment: Appointment
  /** One level below the heading of the list. */
  heading: 'h2' | 'h3'
  when: string
  /** Left out where all appointments are of one customer. */
  customer?: string
  /** Who does it, where there is a team. */
  crew?: string | undefined
  /** Why it is outside of working hours. */
  outside: readonly string[]
  children?: ReactNode
  footer?: ReactNode
}

/** An appointment in a list; the whole card opens it. */
export function AppointmentCard({
  appointment,
  heading: Heading,
  when,
  customer,
  crew,
  outside,
  children,
  footer,
}: AppointmentCardProps) {
  return (
    <article css={card} data-status={appointment.status}>
      <Heading data-title>
        <Link to={`/appointments/${appointment.id}`}>{appointment.serviceType}</Link>
      </Heading>
      <div>
        <AppointmentBadge appointment={appointment} />
      </div>
      <p data-when>{when}</p>
      <div css={{ gridColumn: '1 / -1', display: 'grid', alignContent: 'start' }}>
        {customer && fact(User, customer)}
        {appointment.address && fact(MapPin, appointment.address)}
        {crew && fact(HardHat, crew)}
        {outside.length > 0 && fact(MoonStar, outside.join(' '), true)}
        {children}
      </div>
      {footer && <footer>{footer}</footer>}
    </article>
  )
}
