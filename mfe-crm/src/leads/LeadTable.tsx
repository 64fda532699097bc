import { css } from '@emotion/react'
import type { Lead } from '@plumbline/crm/api'
import { Avatar, buttonStyle, color, radius, StatusBadge, space, text } from '@plumbline/ui'
import { Mail, Phone } from 'lucide-react'
import { age, receivedAt, serviceLabel, sourceLabel } from './lead.ts'

// by the room the list has, not by the screen: beside the sidebar a tablet has little
const narrow = '@container (max-width: 720px)'

const table = css`
  width: 100%;
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  border-spacing: 0;
  background: ${color.surface};
  th { padding: ${space(2.5)} ${space(4)}; color: ${color.muted}; font-size: ${text.sm}; font-weight: 500; text-align: left; white-space: nowrap; }
  td { padding: ${space(3)} ${space(4)}; border-top: 1px solid ${color.line}; vertical-align: top; }
  tbody tr:hover { background: ${color.paper}; }
  ${narrow} {
    &, tbody, tr, td { display: block; }
    border: 0;
    background: none;
    thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden; }
    tr { margin-bottom: ${space(3)}; padding: ${space(4)}; border: 1px solid ${color.line}; border-radius: ${radius.surface}; background: ${color.surface}; }
    td { padding: 0; border: 0; }
    td + td { margin-top: ${space(2)}; }
    td[data-inline] { display: inline-block; margin-right: ${space(3)}; }
    td[data-actions] { display: flex; gap: ${space(2)}; margin-top: ${space(3)}; }
  }
`

const iconLink = [
  ...buttonStyle('quiet'),
  css`
    width: 36px;
    padding: 0;
    span { display: none; }
    ${narrow} {
      flex: 1;
      width: auto;
      min-height: 44px;
      border-color: ${color.line};
      color: ${color.ink};
      span { display: inline; }
    }
  `,
]

const said = css`
  margin-top: ${space(1)};
  color: ${color.muted};
  max-width: 46ch;
  overflow-wrap: anywhere;
`

const contact = css`
  display: block;
  color: inherit;
  text-decoration: none;
  ${narrow} { overflow-wrap: anywhere; }
  font-variant-numeric: tabular-nums;
  &:hover { text-decoration: underline; }
`

const telephone = ({ phone: number }: Lead) => `tel:${number.replace(/[^\d+]/g, '')}`
const mail = ({ email }: Lead) => `mailto:${encodeURIComponent(email)}`

function LeadRow({ lead, now }: { lead: Lead; now: Date }) {
  const name = `${lead.firstName} ${lead.lastName}`
  return (
    <tr>
      <td>
        <div css={{ display: 'flex', gap: space(3) }}>
          <Avatar firstName={lead.firstName} lastName={lead.lastName} />
          <div>
            <div css={{ fontWeight: 600 }}>{name}</div>
            <div>
              {serviceLabel(lead)}
              <span css={{ color: color.muted }}>
                {' · '}
                <time dateTime={lead.createdAt} title={receivedAt(lead)}>
                  {age(lead.createdAt, now)}
                </time>
              </span>
            </div>
            {lead.projectDescription && <p css={said}>{lead.projectDescription}</p>}
          </div>
        </div>
      </td>
      <td>
        <a css={contact} href={mail(lead)}>
          {lead.email}
        </a>
        <a css={contact} href={telephone(lead)}>
          {lead.phone}
        </a>
      </td>
      <td data-inline>
        <StatusBadge status={lead.status} />
      </td>
      <td data-inline>{sourceLabel(lead)}</td>
      <td data-actions css={{ whiteSpace: 'nowrap' }}>
        <a css={iconLink} href={telephone(lead)} aria-label={`Call ${name}`} title={`Call ${name}`}>
          <Phone size={16} aria-hidden />
          <span>Call</span>
        </a>
        <a css={iconLink} href={mail(lead)} aria-label={`E-mail ${name}`} title={`E-mail ${name}`}>
          <Mail size={16} aria-hidden />
          <span>E-mail</span>
        </a>
      </td>
    </tr>
  )
}

/** The leads as a table, and as cards on a phone. */
export function LeadTable({ leads }: { leads: readonly Lead[] }) {
  const now = new Date()
  return (
    <div css={{ containerType: 'inline-size' }}>
      <table css={table}>
        <thead>
          <tr>
            {['Customer', 'Contact', 'Status', 'Source', 'Actions'].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {leads.map((lead) => (
            <LeadRow key={lead.id} lead={lead} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
