import { css } from '@emotion/react'
import { formatDay, Widget } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import type { CustomerWithWork, CustomerWork, Job } from '@plumbline/crm/api'
import { Button, buttonStyle, color, phone, radius, space, Tabs } from '@plumbline/ui'
import {
  CalendarCheck,
  CalendarClock,
  CalendarPlus,
  type LucideIcon,
  MessageSquare,
  Pencil,
  ReceiptText,
} from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { CustomerTimeline } from '../history/CustomerTimeline.tsx'
import { MergeDialog } from '../merge/MergeDialog.tsx'
import { RecordDrawer } from '../RecordDrawer.tsx'
import { ContactList } from './ContactLinks.tsx'
import { CustomerBadge } from './CustomerBadge.tsx'
import { CustomerDialog } from './CustomerDialog.tsx'
import { sourceLabel } from './customer.ts'
import { formatJobDay, formatJobStart } from './jobs.ts'
import { customerWorkQuery } from './queries.ts'

const CustomerLinks = lazy(async () => ({
  default: (await import('./CustomerLinks.tsx')).CustomerLinks,
}))

const summary = css`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  margin-bottom: ${space(4)};
  color: ${color.muted};
`

const work = css`
  display: grid;
  gap: ${space(1)};
  margin-bottom: ${space(4)};
  padding: ${space(2)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  > * { display: flex; gap: ${space(3)}; align-items: center; min-height: 28px; color: ${color.muted}; text-decoration: none; font-variant-numeric: tabular-nums; }
  svg { flex: none; }
  b { color: ${color.ink}; font-weight: 600; }
  [data-owes] b { color: ${color.amber}; }
  a:hover b { text-decoration: underline; }
  ${phone} { gap: 0; > * { min-height: 44px; padding-block: 2px; } }
`

const actions = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin: ${space(5)} 0 ${space(6)};
`

/** One customer over a list, named by `?customer=`. */
export const CustomerDrawer = () => (
  <RecordDrawer noun="customer" query={customerWorkQuery}>
    {(customer) => <CustomerDetails customer={customer} />}
  </RecordDrawer>
)

// what other micro-frontends know of a customer
const records = [
  { remote: 'scheduling', name: 'CustomerAppointments', label: 'Appointments', needs: 'schedule.own.view' },
  { remote: 'billing', name: 'CustomerInvoices', label: 'Invoices', needs: 'invoices.view' },
  { remote: 'billing', name: 'CustomerQuotes', label: 'Quotes', needs: 'quotes.edit' },
  { remote: 'messaging', name: 'CustomerMessages', label: 'Messages', needs: 'messages.own' },
] as const

type JobLineProps = { label: string; icon: LucideIcon; job: Job; when: (job: Job) => string }

const JobLine = ({ label, icon: Icon, job, when }: JobLineProps) => (
  <Link to={`/appointments/${job.id}`}>
    <Icon size={18} aria-hidden />
    <span>
      {label}: <b>{when(job)}</b> · {job.title}
    </span>
  </Link>
)

type WorkFactsProps = { customerId: number; facts: CustomerWork }

/** What they owe, what is planned, and what was done last. */
const WorkFacts = ({ customerId, facts: { nextJob, lastJob, balance, openInvoices } }: WorkFactsProps) => (
  <div css={work}>
    {balance === undefined ? null : openInvoices > 0 ? (
      <Link to={`/customers/${customerId}/invoices`} data-owes>
        <ReceiptText size={18} aria-hidden />
        <b>
          Owes {formatMoney(balance)} on {openInvoices === 1 ? '1 invoice' : `${openInvoices} invoices`}
        </b>
      </Link>
    ) : (
      <p>
        <ReceiptText size={18} aria-hidden />
        Nothing is owed.
      </p>
    )}
    {nextJob ? (
      <JobLine label="Next" icon={CalendarClock} job={nextJob} when={formatJobStart} />
    ) : (
      <p>
        <CalendarClock size={18} aria-hidden />
        No upcoming appointments.
      </p>
    )}
    {lastJob && <JobLine label="Last" icon={CalendarCheck} job={lastJob} when={formatJobDay} />}
  </div>
)

function CustomerDetails({ customer }: { customer: CustomerWithWork }) {
  const [dialog, setDialog] = useState<'edit' | 'merge'>()
  const [tab, setTab] = useState('overview')
  const { may } = useRights()
  const close = () => setDialog(undefined)
  const { id, phoneDialable, notes, status, createdAt } = customer
  return (
    <>
      <p css={summary}>
        <CustomerBadge status={status} />
        Customer since {formatDay(createdAt)} · {sourceLabel(customer)}
      </p>
      {customer.work && <WorkFacts customerId={id} facts={customer.work} />}
      <ContactList
        person={customer}
        phoneNote={!phoneDialable && <span css={{ color: color.muted }}>cannot receive SMS</span>}
      />
      <Widget
        remote="messaging"
        name="CustomerConsent"
        props={{ customerId: id }}
        height={36}
        otherwise={null}
      />
      {notes && (
        <p css={{ marginTop: space(4), whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{notes}</p>
      )}
      <div css={actions}>
        {may('schedule.all.edit') && (
          <Link to={`/appointments/new?customerId=${id}`} css={buttonStyle('primary')}>
            <CalendarPlus size={16} aria-hidden />
            New Appointment
          </Link>
        )}
        {may('messages.own') && (
          <Link to={`/messages?customer=${id}`} css={buttonStyle()}>
            <MessageSquare size={16} aria-hidden />
            Message
          </Link>
        )}
        {may('customers.edit') && (
          <>
            <Button onClick={() => setDialog('edit')}>
              <Pencil size={16} aria-hidden />
              Edit
            </Button>
            <Button tone="quiet" onClick={() => setDialog('merge')}>
              Merge with…
            </Button>
          </>
        )}
      </div>
      <Tabs
        label="Customer"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'overview', label: 'Overview', content: <CustomerTimeline customerId={id} /> },
          ...records
            .filter(({ needs }) => may(needs))
            .map(({ remote, name, label }) => ({
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
          ...(may('customers.all')
            ? [
                {
                  value: 'links',
                  label: 'Links',
                  content: (
                    <Suspense fallback={null}>
                      <CustomerLinks customerId={id} />
                    </Suspense>
                  ),
                },
              ]
            : []),
        ]}
      />
      {dialog === 'edit' && <CustomerDialog customer={customer} onClose={close} />}
      {dialog === 'merge' && <MergeDialog customer={customer} onClose={close} />}
    </>
  )
}
