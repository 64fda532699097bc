import { css } from '@emotion/react'
import { formatDateTime, formatDay } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import type { Lead } from '@plumbline/crm/api'
import { Avatar, Button, type Column, color, DataTable, phone, radius, space, text } from '@plumbline/ui'
import { UserPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ContactLinks, narrowTable } from '../customers/ContactLinks.tsx'
import { fullName } from '../customers/customer.ts'
import { SourceCell } from '../customers/SourceCell.tsx'
import { RecordLink } from '../RecordLink.tsx'
import { ServiceLabel } from './estimateOptions.ts'
import { LeadBadge } from './LeadBadge.tsx'
import { isOpen, leadAge, nextStatus } from './lead.ts'
import { useStatusChange } from './useStatusChange.ts'

// the whole row leads to the lead, and the link is read as its name
const name = css`
  display: block;
  a { color: inherit; font-weight: 600; text-decoration: none; }
  a::after { content: ''; position: absolute; inset: 0; }
  a:focus-visible { outline: none; }
  a:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: -2px; border-radius: ${radius.control}; }
  ${phone} { a { display: inline-flex; align-items: center; min-height: 44px; margin-block: -12px; } }
`

const small = css`
  display: block;
  color: ${color.muted};
  font-weight: 400;
  font-size: ${text.sm};
`

// the drawer has all of it
const description = css`
  display: -webkit-box;
  -webkit-line-clamp: 2;
  -webkit-box-orient: vertical;
  overflow: hidden;
  max-width: 52ch;
  margin-top: ${space(1)};
  color: ${color.muted};
  font-weight: 400;
  overflow-wrap: anywhere;
  /* on a card below the picture as well: beside it there is little room */
  @container (max-width: 639px) { margin-left: calc(-36px - ${space(3)}); font-size: ${text.md}; }
`

const actions = css`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  /* buttons of a table reach 6 px into what is above and below them */
  gap: ${space(5)} ${space(2)};
  @container (min-width: 900px) { flex-wrap: nowrap; }
`

const customerLink = css`
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  ${phone} { min-height: 44px; }
`

type LeadTableProps = {
  leads: readonly Lead[]
  total: number | undefined
  onConvert: (lead: Lead) => void
}

/** Requests for an estimate, with how long they have been waiting. */
export function LeadTable({ leads, total, onConvert }: LeadTableProps) {
  const now = new Date()
  const columns: Column<Lead>[] = [
    { key: 'lead', label: 'Customer', cell: (lead) => <RequestCell lead={lead} now={now} /> },
    { key: 'contact', label: 'Contact', card: 'row', cell: (lead) => <ContactLinks person={lead} /> },
    { key: 'status', label: 'Status', card: 'end', cell: (lead) => <StatusCell lead={lead} /> },
    { key: 'source', label: 'Source', card: 'end', cell: SourceCell },
    {
      key: 'actions',
      label: 'Actions',
      card: 'plain',
      cell: (lead) => <ActionsCell lead={lead} onConvert={onConvert} />,
    },
  ]
  return <DataTable label="Leads" columns={columns} rows={leads} total={total} rowKey={(lead) => lead.id} />
}

function RequestCell({ lead, now }: { lead: Lead; now: Date }) {
  const { text: since, isOverdue } = leadAge(lead, now)
  return (
    <span css={{ display: 'flex', gap: space(3) }}>
      <span css={{ [narrowTable]: { display: 'none' } }}>
        <Avatar firstName={lead.firstName} lastName={lead.lastName} />
      </span>
      <span>
        <span css={name}>
          <RecordLink noun="lead" id={lead.id}>
            {fullName(lead)}
          </RecordLink>
        </span>
        <span css={{ display: 'block', [phone]: { fontSize: text.md } }}>
          <ServiceLabel lead={lead} />
        </span>
        <time
          css={[small, isOverdue && { color: color.red, fontWeight: 600 }]}
          dateTime={lead.createdAt}
          title={formatDateTime(lead.createdAt)}
        >
          {since}
        </time>
        {lead.projectDescription && <span css={description}>{lead.projectDescription}</span>}
      </span>
    </span>
  )
}

const StatusCell = ({ lead: { status, estimatedValue, followUpOn, lostReason } }: { lead: Lead }) => (
  <span css={{ display: 'grid', gap: space(1), justifyItems: 'start' }}>
    <LeadBadge status={status} />
    {estimatedValue && <span css={small}>{formatMoney(estimatedValue)}</span>}
    {followUpOn && <span css={small}>Follow up on {formatDay(followUpOn)}</span>}
    {lostReason && <span css={small}>{lostReason}</span>}
  </span>
)

function ActionsCell({ lead, onConvert }: Pick<LeadTableProps, 'onConvert'> & { lead: Lead }) {
  const name = fullName(lead)
  const next = nextStatus(lead)
  const changing = useStatusChange(lead)
  return (
    <span css={actions}>
      {next && (
        <Button
          size="sm"
          busy={changing.pending}
          onClick={() => changing.run(next)}
          aria-label={`Mark ${next}: ${name}`}
        >
          Mark {next}
        </Button>
      )}
      {isOpen(lead) && (
        <Button size="sm" onClick={() => onConvert(lead)} aria-label={`Convert ${name}`}>
          <UserPlus size={15} aria-hidden />
          Convert
        </Button>
      )}
      {lead.customerId !== null && (
        <Link
          to={`/customers?customer=${lead.customerId}`}
          css={customerLink}
          aria-label={`View customer ${name}`}
        >
          View customer
        </Link>
      )}
    </span>
  )
}
