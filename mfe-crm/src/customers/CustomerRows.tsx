import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import { formatPhone, telephoneLink } from '@plumbline/contract/contact'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import type { CustomerWithWork, Job } from '@plumbline/crm/api'
import { buttonStyle, type Column, color, DataTable, space, Tooltip, text } from '@plumbline/ui'
import { CalendarDays, ReceiptText } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { RecordLink } from '../RecordLink.tsx'
import { CustomerBadge } from './CustomerBadge.tsx'
import { fullName, owesMoney } from './customer.ts'
import { formatJobDay, formatJobStart } from './jobs.ts'

const hiddenBelow = (width: number, labels: readonly string[]) =>
  `@container (max-width: ${width - 1}px) { ${labels.map((it) => `&& [data-label='${it}']`).join(', ')} { display: none; } }`

// two lines a row, and the same columns whatever is in them
const table = css`
  && table { table-layout: fixed; }
  && :is(th, td) { min-width: 0; padding-inline: ${space(2.5)}; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  && td { height: 44px; padding-block: 2px; line-height: 20px; }
  && :is(th, td):first-of-type { padding-left: ${space(4)}; }
  && [data-label='Phone'] { width: 138px; }
  && [data-label='Next job'] { width: 178px; }
  && [data-label='Last job'] { width: 116px; }
  && [data-label='Balance'] { width: 96px; }
  && [data-label='Status'] { width: 128px; }
  && [data-label='Actions'] { width: 88px; }
  && [data-label='Status'] > span { padding-block: 0; }
  ${hiddenBelow(1060, ['Last job'])}
  ${hiddenBelow(940, ['Status'])}
  ${hiddenBelow(800, ['Address'])}
  small { display: block; overflow: hidden; color: ${color.muted}; font-weight: 400; font-size: ${text.xs}; line-height: 16px; text-overflow: ellipsis; }
  td:first-of-type > a { display: block; overflow: hidden; text-overflow: ellipsis; }
  td:not(:first-of-type) > a { display: inline-block; max-width: 100%; margin-block: -2px; padding-block: 2px; overflow: hidden; color: inherit; text-decoration: none; text-overflow: ellipsis; vertical-align: bottom; font-variant-numeric: tabular-nums; }
  td:not(:first-of-type) > a:hover { text-decoration: underline; }
`

const none = <span css={{ color: color.muted }}>—</span>

type TwoLinesProps = { first: ReactNode; second?: string | null }

const TwoLines = ({ first, second }: TwoLinesProps) => (
  <>
    {first}
    {second && <small title={second}>{second}</small>}
  </>
)

type JobCellProps = { job: Job | null | undefined; when: (job: Job) => string }

const JobCell = ({ job, when }: JobCellProps) =>
  job ? <TwoLines first={<Link to={`/appointments/${job.id}`}>{when(job)}</Link>} second={job.title} /> : none

const columns: readonly Column<CustomerWithWork>[] = [
  {
    key: 'name',
    label: 'Customer',
    cell: (it) => <TwoLines first={fullName(it)} second={it.email} />,
  },
  {
    key: 'phone',
    label: 'Phone',
    cell: ({ phone }) => <a href={telephoneLink(phone)}>{formatPhone(phone)}</a>,
  },
  {
    key: 'address',
    label: 'Address',
    cell: ({ address, notes }) => (
      <TwoLines first={address ? <span title={address}>{address}</span> : none} second={notes} />
    ),
  },
  {
    key: 'next',
    label: 'Next job',
    cell: ({ work }) => <JobCell job={work?.nextJob} when={formatJobStart} />,
  },
  { key: 'last', label: 'Last job', cell: ({ work }) => <JobCell job={work?.lastJob} when={formatJobDay} /> },
  {
    key: 'balance',
    label: 'Balance',
    align: 'end',
    cell: ({ work }) =>
      owesMoney(work) ? (
        <TwoLines
          first={<b css={{ fontWeight: 600 }}>{formatMoney(work.balance)}</b>}
          second={work.openInvoices === 1 ? '1 invoice' : `${work.openInvoices} invoices`}
        />
      ) : (
        none
      ),
  },
  {
    key: 'status',
    label: 'Status',
    cell: (it) => (
      <TwoLines first={<CustomerBadge status={it.status} />} second={`Since ${formatDay(it.createdAt)}`} />
    ),
  },
]

const pages = [
  { label: 'Appointments', icon: CalendarDays },
  { label: 'Invoices', icon: ReceiptText },
]

const pageLink = css`
  && { justify-content: center; width: 32px; min-height: 32px; padding: 0; }
`

const Pages = memo(({ customer, of: shown }: { customer: CustomerWithWork; of: typeof pages }) =>
  shown.map(({ label, icon: Icon }) => (
    <Tooltip key={label} text={label} isLabel>
      <Link
        to={`/customers/${customer.id}/${label.toLowerCase()}`}
        css={[buttonStyle('quiet'), pageLink]}
        aria-label={`${label} of ${fullName(customer)}`}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </Link>
    </Tooltip>
  )),
)

const withPages = (of: typeof pages): readonly Column<CustomerWithWork>[] => [
  ...columns,
  { key: 'actions', label: 'Actions', align: 'end', cell: (it) => <Pages customer={it} of={of} /> },
]
const allColumns = withPages(pages)
const columnsWithoutInvoices = withPages(pages.slice(0, 1))

type CustomerRowsProps = { customers: readonly CustomerWithWork[]; total: number | undefined }

/** Customers as a table of two lines a row; what does not fit is in the drawer that a row opens. */
export function CustomerRows({ customers, total }: CustomerRowsProps) {
  const { may } = useRights()
  return (
    <div css={table}>
      <DataTable
        label="Customers"
        columns={may('invoices.view') ? allColumns : columnsWithoutInvoices}
        rows={customers}
        total={total}
        rowKey={({ id }) => id}
        link={({ id }, content) => (
          <RecordLink noun="customer" id={id}>
            {content}
          </RecordLink>
        )}
      />
    </div>
  )
}
