import { css } from '@emotion/react'
import { formatDay, Widget } from '@plumbline/contract'
import type { Customer } from '@plumbline/crm/api'
import { Button, buttonStyle, color, space, Tabs, text } from '@plumbline/ui'
import { CalendarPlus, MessageSquare, Pencil } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { CustomerTimeline } from '../history/CustomerTimeline.tsx'
import { MergeDialog } from '../merge/MergeDialog.tsx'
import { RecordDrawer } from '../RecordDrawer.tsx'
import { ContactList } from './ContactLinks.tsx'
import { CustomerBadge } from './CustomerBadge.tsx'
import { CustomerDialog } from './CustomerDialog.tsx'
import { sourceLabel } from './customer.ts'
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

/** One customer over a list, named by `?customer=`. */
export const CustomerDrawer = () => (
  <RecordDrawer noun="customer" query={customerQuery}>
    {(customer) => <CustomerDetails customer={customer} />}
  </RecordDrawer>
)

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
        <CustomerBadge status={status} />
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
