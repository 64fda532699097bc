import { css } from '@emotion/react'
import { formatDateTime, formatDay, formatMoney } from '@plumbline/contract'
import { telephoneLink } from '@plumbline/contract/phone'
import type { Lead } from '@plumbline/crm/api'
import {
  Avatar,
  Button,
  type Column,
  color,
  DataTable,
  IconButton,
  StatusBadge,
  space,
  text,
} from '@plumbline/ui'
import { Pencil, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { fullName, mail, sourceLabel } from '../customers/customer.ts'
import { serviceLabel, waiting } from './lead.ts'

const small = css`
  display: block;
  color: ${color.muted};
  font-weight: 400;
  font-size: ${text.sm};
`

const said = css`
  display: block;
  max-width: 52ch;
  margin-top: ${space(1)};
  color: ${color.muted};
  font-weight: 400;
  overflow-wrap: anywhere;
  /* on a card below the picture as well: beside it there is little room */
  @container (max-width: 639px) { margin-left: calc(-36px - ${space(3)}); }
`

const contact = css`
  display: block;
  width: fit-content;
  color: inherit;
  text-decoration: none;
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  &:hover { text-decoration: underline; }
`

type LeadTableProps = {
  leads: readonly Lead[]
  onConvert: (lead: Lead) => void
  onEdit: (lead: Lead) => void
  empty: ReactNode
}

/** Who asked for an estimate, with how long they have been waiting. */
export function LeadTable({ leads, onConvert, onEdit, empty }: LeadTableProps) {
  const now = new Date()
  const columns: Column<Lead>[] = [
    { key: 'customer', label: 'Customer', cell: (lead) => <Who lead={lead} now={now} /> },
    { key: 'contact', label: 'Contact', card: 'row', cell: (lead) => <Contact lead={lead} /> },
    { key: 'status', label: 'Status', card: 'end', cell: (lead) => <Status lead={lead} /> },
    { key: 'source', label: 'Source', cell: sourceLabel },
    {
      key: 'actions',
      label: 'Actions',
      card: 'row',
      cell: (lead) => <Actions lead={lead} onConvert={onConvert} onEdit={onEdit} />,
    },
  ]
  return <DataTable label="Leads" columns={columns} rows={leads} rowKey={(lead) => lead.id} empty={empty} />
}

function Who({ lead, now }: { lead: Lead; now: Date }) {
  const { text: since, late } = waiting(lead, now)
  return (
    <span css={{ display: 'flex', gap: space(3) }}>
      <Avatar firstName={lead.firstName} lastName={lead.lastName} />
      <span>
        <span css={{ display: 'block', fontWeight: 600 }}>{fullName(lead)}</span>
        <span css={{ display: 'block' }}>{serviceLabel(lead)}</span>
        <time
          css={[small, late && { color: color.red, fontWeight: 600 }]}
          dateTime={lead.createdAt}
          title={formatDateTime(lead.createdAt)}
        >
          {since}
        </time>
        {lead.projectDescription && <span css={said}>{lead.projectDescription}</span>}
      </span>
    </span>
  )
}

const Contact = ({ lead }: { lead: Lead }) => (
  <span>
    <a css={contact} href={mail(lead)}>
      {lead.email}
    </a>
    <a css={contact} href={telephoneLink(lead.phone)}>
      {lead.phone}
    </a>
  </span>
)

const Status = ({ lead: { status, estimatedValue, followUpOn, lostReason } }: { lead: Lead }) => (
  <span css={{ display: 'grid', gap: space(1), justifyItems: 'start' }}>
    <StatusBadge status={status} />
    {estimatedValue && <span css={small}>{formatMoney(estimatedValue)}</span>}
    {followUpOn && <span css={small}>Call again {formatDay(followUpOn)}</span>}
    {lostReason && <span css={small}>{lostReason}</span>}
  </span>
)

function Actions({ lead, onConvert, onEdit }: Pick<LeadTableProps, 'onConvert' | 'onEdit'> & { lead: Lead }) {
  const name = fullName(lead)
  return (
    <span css={{ display: 'inline-flex', alignItems: 'center', gap: space(1) }}>
      {lead.customerId === null ? (
        <Button size="sm" onClick={() => onConvert(lead)} aria-label={`Convert ${name}`}>
          <UserPlus size={15} aria-hidden />
          Convert
        </Button>
      ) : (
        <Link to={`/customers?customer=${lead.customerId}`}>View customer</Link>
      )}
      <IconButton label={`Edit ${name}`} icon={Pencil} onClick={() => onEdit(lead)} />
    </span>
  )
}
