import { css } from '@emotion/react'
import { formatDay } from '@plumbline/contract'
import { formatPhone, telephoneLink } from '@plumbline/contract/contact'
import type { Customer } from '@plumbline/crm/api'
import { buttonStyle, type Column, color, DataTable, space, Tooltip, text } from '@plumbline/ui'
import { CalendarDays, ReceiptText } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { RecordLink } from '../RecordLink.tsx'
import { CustomerBadge } from './CustomerBadge.tsx'
import { fullName } from './customer.ts'

// two lines a row, and the same columns whatever is in them
const rows = css`
  && table { table-layout: fixed; }
  && :is(th, td) { min-width: 0; padding-inline: ${space(2.5)}; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  && td { height: 44px; padding-block: 2px; line-height: 20px; }
  && :is(th, td):first-of-type { width: 24%; padding-left: ${space(4)}; }
  && [data-label='Phone'] { width: 132px; }
  && [data-label='Status'] { width: 140px; }
  && [data-label='Actions'] { width: 92px; }
  small { display: block; overflow: hidden; color: ${color.muted}; font-weight: 400; font-size: ${text.xs}; line-height: 16px; text-overflow: ellipsis; }
`

const phoneLink = css`
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  color: inherit;
  text-decoration: none;
  font-variant-numeric: tabular-nums;
  &:hover { text-decoration: underline; }
`

const icon = css`
  && { width: 32px; min-height: 32px; padding: 0; }
`

type TwoLinesProps = { first: ReactNode; second?: ReactNode }

const TwoLines = ({ first, second }: TwoLinesProps) => (
  <>
    {first}
    {second && <small title={typeof second === 'string' ? second : undefined}>{second}</small>}
  </>
)

const columns: readonly Column<Customer>[] = [
  {
    key: 'name',
    label: 'Customer',
    cell: (it) => <TwoLines first={fullName(it)} second={it.email} />,
  },
  {
    key: 'phone',
    label: 'Phone',
    cell: ({ phone }) => (
      <a css={phoneLink} href={telephoneLink(phone)}>
        {formatPhone(phone)}
      </a>
    ),
  },
  {
    key: 'address',
    label: 'Address',
    cell: ({ address, notes }) => <TwoLines first={address ?? '—'} second={notes} />,
  },
  {
    key: 'status',
    label: 'Status',
    cell: (it) => (
      <TwoLines first={<CustomerBadge status={it.status} />} second={`Since ${formatDay(it.createdAt)}`} />
    ),
  },
  { key: 'actions', label: 'Actions', align: 'end', cell: (it) => <Pages customer={it} /> },
]

const pages = [
  { label: 'Appointments', icon: CalendarDays },
  { label: 'Invoices', icon: ReceiptText },
]

const Pages = memo(({ customer }: { customer: Customer }) =>
  pages.map(({ label, icon: Icon }) => (
    <Tooltip key={label} text={label} isLabel>
      <Link
        to={`/customers/${customer.id}/${label.toLowerCase()}`}
        css={[buttonStyle('quiet'), icon]}
        aria-label={`${label} of ${fullName(customer)}`}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </Link>
    </Tooltip>
  )),
)

type CustomerRowsProps = { customers: readonly Customer[]; total: number | undefined }

/** Customers as a table of two lines a row; what does not fit is in the drawer that a row opens. */
export const CustomerRows = ({ customers, total }: CustomerRowsProps) => (
  <div css={rows}>
    <DataTable
      label="Customers"
      columns={columns}
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
