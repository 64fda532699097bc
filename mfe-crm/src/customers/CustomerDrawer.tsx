import { css } from '@emotion/react'
import { formatDay, Widget } from '@plumbline/contract'
import { telephoneLink } from '@plumbline/contract/phone'
import type { Customer } from '@plumbline/crm/api'
import {
  Button,
  buttonStyle,
  color,
  Drawer,
  ErrorState,
  Skeleton,
  StatusBadge,
  space,
  text,
} from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, Mail, MapPin, MessageSquare, Pencil, Phone } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CustomerDialog } from './CustomerDialog.tsx'
import { CustomerTimeline } from './CustomerTimeline.tsx'
import { directions, fullName, mail, sourceLabel } from './customer.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { customerQuery } from './queries.ts'

const facts = css`
  display: grid;
  gap: ${space(2)};
  margin: 0 0 ${space(5)};
  padding: 0;
  list-style: none;
  li { display: flex; gap: ${space(3)}; align-items: baseline; overflow-wrap: anywhere; }
  svg { flex: none; color: ${color.muted}; transform: translateY(3px); }
  a { color: inherit; font-variant-numeric: tabular-nums; }
`

const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-bottom: ${space(6)};
`

/** One customer beside the list: how to reach them, what was agreed, everything that happened. */
export function CustomerDrawer({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { data, error, refetch } = useQuery({ ...customerQuery(id ?? 0), enabled: id !== null })
  return (
    <Drawer open={id !== null} onClose={onClose} title={data ? fullName(data) : 'Customer'}>
      {error ? (
        <ErrorState title="Customer Not Found" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : data ? (
        <Details customer={data} />
      ) : (
        <Skeleton height={240} />
      )}
    </Drawer>
  )
}

function Details({ customer }: { customer: Customer }) {
  const [editing, setEditing] = useState(false)
  const [merging, setMerging] = useState(false)
  const { id, email, phone, phoneDialable, address, notes, status, createdAt } = customer
  return (
    <>
      <p
        css={{
          display: 'flex',
          gap: space(3),
          alignItems: 'center',
          marginBottom: space(4),
          color: color.muted,
        }}
      >
        <StatusBadge status={status} />
        Customer since {formatDay(createdAt)} · {sourceLabel(customer)}
      </p>
      <ul css={facts}>
        <li>
          <Phone size={16} aria-label="Phone" />
          <span>
            <a href={telephoneLink(customer.phone)}>{phone}</a>
            {!phoneDialable && <span css={{ color: color.muted }}> · cannot receive SMS</span>}
          </span>
        </li>
        <li>
          <Mail size={16} aria-label="Email" />
          <a href={mail(customer)}>{email}</a>
        </li>
        {address && (
          <li>
            <MapPin size={16} aria-label="Address" />
            <a href={directions(address)} target="_blank" rel="noreferrer">
              {address}
            </a>
          </li>
        )}
      </ul>
      {notes && (
        <p css={{ marginBottom: space(5), whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{notes}</p>
      )}
      <div css={actions}>
        <Link to={`/appointments/new?customerId=${id}`} css={buttonStyle('primary')}>
          <CalendarPlus size={16} aria-hidden />
          New Appointment
        </Link>
        <Link to={`/messages?customer=${id}`} css={buttonStyle()}>
          <MessageSquare size={16} aria-hidden />
          Message
        </Link>
        <Button onClick={() => setEditing(true)}>
          <Pencil size={16} aria-hidden />
          Edit
        </Button>
        <Link to={`/customers/${id}/appointments`} css={buttonStyle('quiet')}>
          Appointments
        </Link>
        <Link to={`/customers/${id}/invoices`} css={buttonStyle('quiet')}>
          Invoices
        </Link>
        <Button tone="quiet" onClick={() => setMerging(true)}>
          Merge with…
        </Button>
      </div>
      <Widget remote="scheduling" name="NextAppointment" props={{ customerId: id }} height={72} />
      <h3 css={{ margin: `${space(6)} 0 ${space(4)}`, fontSize: text.lg }}>History</h3>
      <CustomerTimeline customerId={id} />
      <CustomerDialog open={editing} onClose={() => setEditing(false)} customer={customer} />
      <MergeDialog open={merging} onClose={() => setMerging(false)} customer={customer} />
    </>
  )
}
