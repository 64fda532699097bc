import { css } from '@emotion/react'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, phone, radius, StatusBadge, space, text } from '@plumbline/ui'
import { MapPin, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

const card = css`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(2)} ${space(4)};
  padding: ${space(4)} ${space(5)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  &:hover { border-color: ${color.control}; }
  h3 { font-size: ${text.lg}; overflow-wrap: anywhere; }
  h3 a { color: inherit; text-decoration: none; }
  h3 a::after { content: ''; position: absolute; inset: 0; border-radius: ${radius.surface}; }
  h3 a:focus-visible { outline: none; }
  h3 a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: 2px; }
  footer { grid-column: 1 / -1; display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: ${space(2)}; }
  /* what acts in its own right lies above the link that covers the card */
  footer :is(a, button) { position: relative; z-index: 1; }
  &[data-status='cancelled'] h3 { text-decoration: line-through; color: ${color.muted}; }
  ${phone} { padding: ${space(4)}; }
`

const fact = css`
  display: flex;
  gap: ${space(2)};
  align-items: baseline;
  color: ${color.muted};
  overflow-wrap: anywhere;
  svg { flex: none; transform: translateY(2px); }
`

export const Fact = ({ icon: Icon, children }: { icon: typeof User; children: ReactNode }) => (
  <p css={fact}>
    <Icon size={14} aria-hidden />
    <span>{children}</span>
  </p>
)

type AppointmentCardProps = {
  appointment: Appointment
  /** When it is, as this list says it. */
  when: ReactNode
  /** Whose it is; left out where everything is one customer's. */
  customer?: string
  children?: ReactNode
  footer?: ReactNode
}

/** An appointment in a list; the whole card opens it. */
export const AppointmentCard = ({ appointment, when, customer, children, footer }: AppointmentCardProps) => (
  <article css={card} data-status={appointment.status}>
    <div css={{ minWidth: 0 }}>
      <h3>
        <Link to={`/appointments/${appointment.id}`}>{appointment.serviceType}</Link>
      </h3>
      <p css={{ marginTop: space(0.5), fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>{when}</p>
    </div>
    <div>
      <StatusBadge status={appointment.status} />
    </div>
    <div css={{ gridColumn: '1 / -1', display: 'grid', gap: space(1) }}>
      {customer && <Fact icon={User}>{customer}</Fact>}
      {appointment.address && <Fact icon={MapPin}>{appointment.address}</Fact>}
      {children}
    </div>
    {footer && <footer>{footer}</footer>}
  </article>
)
