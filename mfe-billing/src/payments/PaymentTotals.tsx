import { css } from '@emotion/react'
import { paymentMethodLabels, type PaymentTotals as Totals } from '@plumbline/billing/api'
import { type CsvFile, ExportButton } from '@plumbline/contract/list'
import { formatMoney, sumOf } from '@plumbline/contract/money'
import { Card, color, ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { paymentTotalsQuery } from '../invoices/queries.ts'
import { FigureTable } from '../reports/FigureTable.tsx'
import { monthText } from '../reports/figures.ts'

type Month = Totals['tax'][number]
type Method = Totals['methods'][number]

const methodsCsv: CsvFile<Method> = {
  name: 'payment-methods.csv',
  columns: () => [
    ['Method', ({ method }) => paymentMethodLabels[method]],
    ['Payments', ({ count }) => count],
    ['Amount', ({ amount }) => amount],
  ],
}

const taxCsv: CsvFile<Month> = {
  name: 'tax.csv',
  columns: () => [
    ['Month', ({ month }) => month],
    ['Tax invoiced', ({ invoiced }) => invoiced],
    ['Tax collected', ({ collected }) => collected],
  ],
}

const cards = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(340px, 100%), 1fr));
  align-items: start;
  gap: ${space(5)};
  margin-bottom: ${space(5)};
  p { margin-bottom: ${space(3)}; color: ${color.muted}; }
`

/** What was received by method, and the tax of each month. */
export function PaymentTotals({ period }: { period: Record<string, string> }) {
  const { data, isLoadingError, error, refetch } = useQuery(paymentTotalsQuery(period))
  if (isLoadingError)
    return (
      <ErrorState title="The totals could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    )
  if (!data)
    return (
      <div css={cards}>
        <Skeleton height={220} />
        <Skeleton height={220} />
      </div>
    )
  const { methods, tax, total } = data
  return (
    <div css={cards}>
      <Card
        title="Received by method"
        action={<ExportButton of="Received by method" file={methodsCsv} items={methods} />}
      >
        <p>Payments minus refunds, by the day the money moved.</p>
        <FigureTable
          name="Received by method"
          columns={['Method', 'Payments', 'Amount']}
          rows={methods.map(({ method, count, amount }) => [
            paymentMethodLabels[method],
            count,
            formatMoney(amount),
          ])}
          totals={[null, formatMoney(total)]}
        />
      </Card>
      <Card title="Tax by month" action={<ExportButton of="Tax by month" file={taxCsv} items={tax} />}>
        {tax.length === 0 ? (
          <p>No invoice with tax was issued or paid in this period.</p>
        ) : (
          <>
            <p>Invoiced: of invoices issued in the month. Collected: the share of tax in what was paid.</p>
            <FigureTable
              name="Tax by month"
              columns={['Month', 'Invoiced', 'Collected']}
              rows={tax.map(({ month, invoiced, collected }) => [
                monthText(month),
                formatMoney(invoiced),
                formatMoney(collected),
              ])}
              totals={[
                formatMoney(sumOf(tax.map(({ invoiced }) => invoiced))),
                formatMoney(sumOf(tax.map(({ collected }) => collected))),
              ]}
            />
          </>
        )}
      </Card>
    </div>
  )
}
