import { css } from '@emotion/react'
import { call, formatDateTime, formatDay, formatMoney } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { changeLead, type Lead } from '@plumbline/crm/api'
import {
  Avatar,
  Button,
  type Column,
  color,
  DataTable,
  IconButton,
  phone,
  StatusBadge,
  space,
  text,
} from '@plumbline/ui'
import { Check, Pencil, UserPlus } from 'lucide-react'
import { Link } from 'react-router-dom'
import { ContactLinks } from '../customers/ContactLinks.tsx'
import { fullName, sourceLabel } from '../customers/customer.ts'
import { isOpen, leadAge, leadStatusLabels, nextStatus, serviceLabel } from './lead.ts'
import { leadsQuery, readVersionOf } from './queries.ts'

const small = css`
  display: block;
  color: ${color.muted};
  font-weight: 400;
  font-size: ${text.sm};
`

const description = css`
  display: block;
  max-width: 52ch;
  margin-top: ${space(1)};
  color: ${color.muted};
  font-weight: 400;
  overflow-wrap: anywhere;
  /* on a card below the picture as well: beside it there is little room */
  @container (max-width: 639px) { margin-left: calc(-36px - ${space(3)}); }
`

const customerLink = css`
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  ${phone} { min-height: 44px; }
`

type LeadTableProps = {
  leads: readonly Lead[]
  onConvert: (lead: Lead) => void
  onEdit: (lead: Lead) => void
}

/** Requests for an estimate, with how long they have been waiting. */
export function LeadTable({ leads, onConvert, onEdit }: LeadTableProps) {
  const now = new Date()
  const columns: Column<Lead>[] = [
    { key: 'customer', label: 'Customer', cell: (lead) => <RequestCell lead={lead} now={now} /> },
    { key: 'contact', label: 'Contact', card: 'row', cell: (lead) => <ContactLinks person={lead} /> },
    { key: 'status', label: 'Status', card: 'end', cell: (lead) => <StatusCell lead={lead} /> },
    { key: 'source', label: 'Source', cell: sourceLabel },
    {
      key: 'actions',
      label: 'Actions',
      card: 'row',
      cell: (lead) => <ActionsCell lead={lead} onConvert={onConvert} onEdit={onEdit} />,
    },
  ]
  return <DataTable label="Leads" columns={columns} rows={leads} rowKey={(lead) => lead.id} />
}

function RequestCell({ lead, now }: { lead: Lead; now: Date }) {
  const { text: since, isOverdue } = leadAge(lead, now)
  return (
    <span css={{ display: 'flex', gap: space(3) }}>
      <Avatar firstName={lead.firstName} lastName={lead.lastName} />
      <span>
        <span css={{ display: 'block', fontWeight: 600 }}>{fullName(lead)}</span>
        <span css={{ display: 'block' }}>{serviceLabel(lead)}</span>
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
    <StatusBadge status={status} />
    {estimatedValue && <span css={small}>{formatMoney(estimatedValue)}</span>}
    {followUpOn && <span css={small}>Follow up on {formatDay(followUpOn)}</span>}
    {lostReason && <span css={small}>{lostReason}</span>}
  </span>
)

type ActionsCellProps = Pick<LeadTableProps, 'onConvert' | 'onEdit'> & { lead: Lead }
function ActionsCell({ lead, onConvert, onEdit }: ActionsCellProps) {
  const name = fullName(lead)
  const next = nextStatus(lead)
  const advancing = useAction(
    async (status: Lead['status']) => {
      const ifMatch = await readVersionOf(lead)
      return call(changeLead, { params: { id: lead.id }, body: { status }, ifMatch })
    },
    {
      refetch: [leadsQuery().queryKey],
      success: (_, status) => `${name} is marked as ${status}.`,
      failure: 'Failed to save lead. Please try again.',
    },
  )
  return (
    <span css={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: space(1) }}>
      {next && (
        <Button
          size="sm"
          tone="quiet"
          busy={advancing.pending}
          onClick={() => advancing.run(next)}
          aria-label={`Mark ${name} as ${next}`}
        >
          <Check size={15} aria-hidden />
          {leadStatusLabels[next]}
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
      <IconButton label={`Edit ${name}`} icon={Pencil} onClick={() => onEdit(lead)} />
    </span>
  )
}
