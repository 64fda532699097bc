import { css } from '@emotion/react'
import { formatPhone, mailtoLink } from '@plumbline/contract/contact'
import type { AppointmentDetails } from '@plumbline/scheduling/api'
import {
  Button,
  buttonStyle,
  Card,
  color,
  IconButton,
  phone,
  radius,
  space,
  text,
  VisuallyHidden,
} from '@plumbline/ui'
import { type LucideIcon, Mail, MessageSquare, Navigation, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { contactLinks } from '../job/contactLinks.ts'
import { delays, isExpected } from '../job/jobSteps.ts'
import type { useJobSteps } from '../job/useJobSteps.tsx'

const rows = css`
  margin: 0;
  > div {
    position: relative;
    display: grid;
    grid-template: 16px minmax(28px, auto) / minmax(0, 1fr);
    padding: ${space(2)} ${space(3)} ${space(2)} ${space(5)};
    ${phone} { padding-left: ${space(4)}; }
  }
  > div + div { border-top: 1px solid ${color.line}; }
  > div:has(a):hover { background: ${color.sunken}; }
  dt { grid-area: 1 / 1; color: ${color.muted}; font-size: ${text.xs}; line-height: 16px; }
  /* its buttons are as high as its name and its value together */
  dd { grid-area: 1 / 1 / 3; display: flex; gap: ${space(2)}; align-items: center; margin: 0; font-variant-numeric: tabular-nums; }
  dd > :first-child { flex: 1; min-width: 0; margin-top: ${space(4)}; overflow-wrap: anywhere; }
  dd a { color: inherit; text-decoration: none; font-weight: 600; }
  /* the whole row */
  dd a::after { content: ''; position: absolute; inset: 0; }
  dd a:focus-visible { outline: none; }
  dd a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: -2px; border-radius: ${radius.control}; }
  dd button { position: relative; z-index: 1; flex: none; width: 44px; height: 44px; }
  [data-icon] { flex: none; display: grid; place-items: center; width: 44px; height: 44px; color: ${color.muted}; }
  @media print { > div { padding-block: ${space(1)}; } [data-icon] { display: none; } }
`

const late = css`
  && dd { grid-area: 2 / 1; margin: ${space(1)} ${space(2)} ${space(1)} 0; ${phone} { margin-right: ${space(1)}; } }
  && button { flex: 1; width: auto; margin: 0; padding: 0; }
  @media print { && { display: none; } }
`

const profile = css`
  padding: ${space(3)} ${space(5)};
  border-top: 1px solid ${color.line};
  ${phone} { padding: ${space(3)} ${space(4)}; }
  @media print { display: none; }
`

type CustomerCardProps = { appointment: AppointmentDetails; job: ReturnType<typeof useJobSteps>; now: Date }

/** How to reach the customer: each row leads there. */
export function CustomerCard({ appointment, job, now }: CustomerCardProps) {
  const { customerId, customerEmail, customerPhone, address } = appointment
  const { call, navigate } = contactLinks(appointment)
  return (
    <Card title="Customer" flush>
      <dl css={rows}>
        <Row name="Address" verb="Navigate to" href={navigate} icon={Navigation} isElsewhere>
          {address}
        </Row>
        <Row
          name="Phone"
          verb="Call"
          href={call}
          icon={Phone}
          action={
            customerPhone &&
            job.text && (
              <IconButton
                label="Text the customer"
                icon={MessageSquare}
                onClick={() => job.text?.(appointment)}
              />
            )
          }
        >
          {customerPhone && formatPhone(customerPhone)}
        </Row>
        {isExpected(appointment, now) && customerPhone && job.delay && (
          <div css={late}>
            <dt>Running late? Text the customer</dt>
            <dd>
              {delays.map((it) => (
                <Button
                  key={it}
                  aria-label={`Running ${it} minutes late`}
                  onClick={() => job.delay?.(it, appointment)}
                >
                  {it} min
                </Button>
              ))}
            </dd>
          </div>
        )}
        <Row name="Email" verb="Email" href={customerEmail && mailtoLink(customerEmail)} icon={Mail}>
          {customerEmail}
        </Row>
      </dl>
      <div css={profile}>
        <Link to={`/customers?customer=${customerId}`} css={buttonStyle()}>
          View Customer Profile
        </Link>
      </div>
    </Card>
  )
}

type RowProps = {
  name: string
  /** What the row does, read out before what it shows. */
  verb: string
  href: string | null | undefined
  icon: LucideIcon
  /** Opens in a window of its own. */
  isElsewhere?: boolean
  action?: ReactNode
  children: string | null | undefined
}

function Row({ name, verb, href, icon: Icon, isElsewhere, action, children }: RowProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {href && children ? (
          <>
            <a href={href} {...(isElsewhere && { target: '_blank', rel: 'noreferrer' })}>
              <VisuallyHidden>{verb} </VisuallyHidden>
              {children}
            </a>
            {action}
            <span data-icon aria-hidden>
              <Icon size={18} />
            </span>
          </>
        ) : (
          <span>{children ?? '—'}</span>
        )}
      </dd>
    </div>
  )
}
