import { css } from '@emotion/react'
import { maxUninvoiced, type UninvoicedAppointment } from '@plumbline/billing/api'
import { formatDay } from '@plumbline/contract'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { Button, type Column, color, DataTable, EmptyState, ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { InvoiceJobDialog } from './InvoiceJobDialog.tsx'
import { countsQuery, uninvoicedQuery } from './queries.ts'

const heading = css`
  margin-bottom: ${space(4)};
  font-size: inherit;
`

const facts: readonly Column<UninvoicedAppointment>[] = [
  { key: 'job', label: 'Job', cell: ({ title }) => title },
  {
    key: 'customer',
    label: 'Customer',
    cell: ({ customerId, customerName }) => customerName ?? `Customer ${customerId}`,
  },
  { key: 'completed', label: 'Completed', cell: ({ completedAt }) => formatDay(completedAt) },
  {
    key: 'price',
    label: 'Price',
    align: 'end',
    cell: ({ price }) => (price === null ? '—' : formatMoney(price)),
  },
]

const columnsFor = (onInvoice: (id: number) => void): readonly Column<UninvoicedAppointment>[] => [
  ...facts,
  {
    key: 'actions',
    label: 'Actions',
    card: 'row',
    cell: ({ id, title }) => (
      <Button
        tone="primary"
        size="sm"
        aria-label={`Invoice this job: ${title}`}
        onClick={() => onInvoice(id)}
      >
        Invoice this job
      </Button>
    ),
  },
]

/** Completed jobs that no invoice was written for. */
export function UninvoicedList() {
  const { data, error, isLoadingError, refetch } = useQuery(uninvoicedQuery())
  const { data: counts } = useQuery(countsQuery())
  const { may } = useRights()
  const [toInvoice, setToInvoice] = useState<number | null>(null)
  if (isLoadingError)
    return (
      <ErrorState title="The jobs could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  if (!data) return <Skeleton height={320} />
  const total = counts?.uninvoiced.count ?? 0
  return (
    <>
      <h2 css={heading}>Completed jobs without an invoice</h2>
      {data.length === maxUninvoiced && total > maxUninvoiced && (
        <p css={{ marginBottom: space(4), color: color.muted }}>
          Showing the latest {maxUninvoiced} of {total}.
        </p>
      )}
      <DataTable
        label="Jobs to invoice"
        columns={may('invoices.edit') ? columnsFor(setToInvoice) : facts}
        rows={data}
        rowKey={({ id }) => id}
        link={({ id }, content) => <Link to={`/appointments/${id}`}>{content}</Link>}
        empty={<EmptyState title="Nothing to invoice">Every completed job has its invoice.</EmptyState>}
      />
      {toInvoice !== null && (
        <InvoiceJobDialog appointmentId={toInvoice} onClose={() => setToInvoice(null)} />
      )}
    </>
  )
}
