import { css } from '@emotion/react'
import type { Invoice } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { Checkbox, type Column, color, DataTable, space, text, VisuallyHidden } from '@plumbline/ui'
import { Link, useSearchParams } from 'react-router-dom'
import { InvoiceBadge } from './InvoiceBadge.tsx'
import { daysOverdue, isOwed } from './invoice.ts'
import { ListActions, type ListActionsProps } from './ListActions.tsx'
import { SelectInvoice } from './SelectInvoice.tsx'
import type { Selection } from './useSelection.ts'

const ledger = css`
  && :is(td, th) { padding-inline: ${space(2)}; }
  && :is(td, th):first-of-type { padding-left: ${space(4)}; }
  small { display: block; white-space: nowrap; color: ${color.muted}; font-size: ${text.sm}; font-weight: 400; }
  [data-quiet] { color: ${color.muted}; }
  [data-late] { color: ${color.red}; font-weight: 500; }
  [data-clamp] { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 1; overflow: hidden; overflow-wrap: anywhere; }
  [data-name] { display: inline-block; max-width: 17ch; overflow: hidden; text-overflow: ellipsis; vertical-align: bottom; white-space: nowrap; }
  td:first-of-type { white-space: nowrap; }
  td:first-of-type > a { display: inline-block; vertical-align: middle; }
  & :is(td, th):first-of-type > label { position: relative; z-index: 1; margin-right: ${space(3)}; vertical-align: middle; }
  th:first-of-type > label { margin-block: -${space(1.5)}; }
  && td { padding-block: ${space(1.5)}; }
  [data-actions] { gap: 0; margin-left: -${space(2)}; }
  [data-actions] button { padding-inline: ${space(2)}; border-color: transparent; background: none; box-shadow: none; }
  [data-actions] button + button { color: ${color.accent}; }
  tr:hover [data-actions] button, [data-actions] button:focus-visible { border-color: ${color.line}; }
  && [data-actions] button { margin-block: 0; }
  @media (min-width: 1400px) { [data-actions] { flex-wrap: nowrap; } }
`

type InvoiceTableProps = Omit<ListActionsProps, 'invoice'> & {
  invoices: readonly Invoice[]
  total: number | undefined
  /** None where nothing can be done, as in a list of a past day. */
  selection: Selection | undefined
}

/** Invoices as a table, where there is room for it. */
export function InvoiceTable({ invoices, total, selection, ...actions }: InvoiceTableProps) {
  const [params] = useSearchParams()
  const toInvoice = (id: number) => {
    const search = new URLSearchParams(params)
    search.set('invoice', String(id))
    return `?${search}`
  }
  const hasFigure = invoices.some(({ counted }) => counted !== undefined)
  return (
    <div css={ledger}>
      <DataTable
        label="Invoices"
        columns={[
          ...(selection ? [selectable(numberColumn, invoices, selection)] : [numberColumn]),
          ...columns,
          ...(hasFigure ? [figureColumn] : []),
          {
            key: 'actions',
            label: 'Actions',
            cell: (it: Invoice) => <ListActions invoice={it} {...actions} />,
          },
        ]}
        rows={invoices}
        total={total}
        rowKey={({ id }) => id}
        link={(it, content) => (
          <>
            {selection && <SelectInvoice invoice={it} selection={selection} />}
            <Link to={toInvoice(it.id)} preventScrollReset>
              {content}
            </Link>
          </>
        )}
      />
    </div>
  )
}

const numberColumn: Column<Invoice> = {
  key: 'number',
  label: 'Invoice',
  cell: ({ id, invoiceNumber }) => (
    <>
      <span>Invoice #{id}</span>
      <small>{invoiceNumber}</small>
    </>
  ),
}

/** A column whose heading selects all rows that are shown. */
const selectable = (
  column: Column<Invoice>,
  invoices: readonly Invoice[],
  selection: Selection,
): Column<Invoice> => {
  const isAll = invoices.length > 0 && invoices.every(({ id }) => selection.has(id))
  return {
    ...column,
    heading: (
      <>
        <Checkbox
          label={<VisuallyHidden>Select all invoices shown</VisuallyHidden>}
          checked={isAll}
          disabled={selection.isDisabled}
          onChange={() => (isAll ? selection.clear() : selection.choose(invoices))}
        />
        {column.label}
      </>
    ),
  }
}

const columns: readonly Column<Invoice>[] = [
  {
    key: 'customer',
    label: 'Customer',
    cell: ({ customerId, customerName }) => (
      <>
        <Link to={`/customers/${customerId}/invoices`} data-name title={customerName ?? undefined}>
          {customerName ?? `Customer ${customerId}`}
        </Link>
        <small>Customer ID {customerId}</small>
      </>
    ),
  },
  {
    key: 'description',
    label: 'Description',
    cell: ({ description, createdAt }) => (
      <>
        <span data-clamp title={description}>
          {description}
        </span>
        <small>Created {formatDay(createdAt)}</small>
      </>
    ),
  },
  { key: 'due', label: 'Due', cell: (it) => <Due invoice={it} /> },
  {
    key: 'total',
    label: 'Total',
    align: 'end',
    cell: ({ totalAmount }) => <span data-quiet>{formatMoney(totalAmount)}</span>,
  },
  {
    key: 'balance',
    label: 'Balance',
    align: 'end',
    cell: (it) => (isOwed(it) ? <b>{formatMoney(it.balance)}</b> : '—'),
  },
  { key: 'status', label: 'Status', cell: (it) => <InvoiceBadge invoice={it} /> },
]

const figureColumn: Column<Invoice> = {
  key: 'counted',
  label: 'Included amount',
  align: 'end',
  cell: ({ counted }) => <b data-counted>{counted ? formatMoney(counted) : '—'}</b>,
}

const oneLine = css`
  white-space: nowrap;
`

/** The due day, and how long it is past. */
export function Due({ invoice }: { invoice: Invoice }) {
  const days = daysOverdue(invoice, new Date())
  return (
    <>
      <span css={oneLine}>{formatDay(invoice.dueDate)}</span>
      {days > 0 && (
        <small data-late>
          overdue {days} {days === 1 ? 'day' : 'days'}
        </small>
      )}
      {isOwed(invoice) && invoice.lastReminderAt && (
        <small>Last reminded {formatDay(invoice.lastReminderAt)}</small>
      )}
    </>
  )
}
