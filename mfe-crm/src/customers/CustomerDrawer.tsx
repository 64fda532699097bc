import { css } from '@emotion/react'
import { ApiError, formatDay, useParam, Widget } from '@plumbline/contract'
import type { Customer } from '@plumbline/crm/api'
import {
  Button,
  buttonStyle,
  color,
  Drawer,
  EmptyState,
  ErrorState,
  Skeleton,
  StatusBadge,
  space,
  Tabs,
  text,
} from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { CalendarPlus, MessageSquare, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { MergeDialog } from '../merge/MergeDialog.tsx'
import { ContactList } from './ContactLinks.tsx'
import { CustomerDialog } from './CustomerDialog.tsx'
import { CustomerTimeline } from './CustomerTimeline.tsx'
import { fullName, sourceLabel } from './customer.ts'
import { customerQuery } from './queries.ts'

const summary = css`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  margin-bottom: ${space(4)};
  color: ${color.muted};
`

const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin: ${space(5)} 0 ${space(6)};
`

/** One customer over a list, named by `?customer=`, and the title of the page with and without it. */
export function CustomerDrawer({ pageTitle }: { pageTitle: string }) {
  const [param, setParam] = useParam('customer')
  const id = Number(param ?? 0)
  const { data, error, isLoadingError, refetch } = useQuery({ ...customerQuery(id), enabled: param !== null })
  // 400: the address holds no number
  const isMissing = error instanceof ApiError && [400, 404].includes(error.status)
  const title = isMissing ? 'Customer Not Found' : data ? fullName(data) : 'Customer'
  return (
    <>
      <title>{param === null ? pageTitle : data && !isMissing ? `Customer ${title}` : title}</title>
      <Drawer open={param !== null} onClose={() => setParam(null)} title={title}>
        {isMissing ? (
          <EmptyState title="There is no such customer">
            The link may be outdated, or the customer was removed.
          </EmptyState>
        ) : isLoadingError ? (
          <ErrorState title="The customer could not be loaded" onRetry={() => void refetch()}>
            {error.message}
          </ErrorState>
        ) : data ? (
          <CustomerDetails key={param} customer={data} />
        ) : (
          <Skeleton height={240} />
        )}
      </Drawer>
    </>
  )
}

// what other micro-frontends know of a customer
const records = [
  { remote: 'scheduling', name: 'CustomerAppointments', label: 'Appointments' },
  { remote: 'billing', name: 'CustomerInvoices', label: 'Invoices' },
  { remote: 'messaging', name: 'CustomerMessages', label: 'Messages' },
]

const Overview = ({ customerId }: { customerId: number }) => (
  <>
    <Widget remote="scheduling" name="NextAppointment" props={{ customerId }} height={72} />
    <h3 css={{ margin: `${space(6)} 0 ${space(4)}`, fontSize: text.lg }}>History</h3>
    <CustomerTimeline customerId={customerId} />
  </>
)

function CustomerDetails({ customer }: { customer: Customer }) {
  const [dialog, setDialog] = useState<'edit' | 'merge'>()
  const [tab, setTab] = useState('overview')
  const close = () => setDialog(undefined)
  const { id, phoneDialable, notes, status, createdAt } = customer
  return (
    <>
      <p css={summary}>
        <StatusBadge status={status} />
        Customer since {formatDay(createdAt)} · {sourceLabel(customer)}
      </p>
      <ContactList
        person={customer}
        phoneNote={!phoneDialable && <span css={{ color: color.muted }}>cannot receive SMS</span>}
      />
      {notes && (
        <p css={{ marginTop: space(4), whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{notes}</p>
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
        <Button onClick={() => setDialog('edit')}>
          <Pencil size={16} aria-hidden />
          Edit
        </Button>
        <Button tone="quiet" onClick={() => setDialog('merge')}>
          Merge with…
        </Button>
      </div>
      <Tabs
        label="Customer"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'overview', label: 'Overview', content: <Overview customerId={id} /> },
          ...records.map(({ remote, name, label }) => ({
            value: name,
            label,
            content: (
              <Widget
                remote={remote}
                name={name}
                props={{ customerId: id }}
                otherwise={<p>{label} are not installed.</p>}
              />
            ),
          })),
        ]}
      />
      {dialog === 'edit' && <CustomerDialog customer={customer} onClose={close} />}
      {dialog === 'merge' && <MergeDialog customer={customer} onClose={close} />}
    </>
  )
}
