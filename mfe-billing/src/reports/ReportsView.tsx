import { css } from '@emotion/react'
import { dayInNewYork, useParam } from '@plumbline/contract'
import { saveCsv } from '@plumbline/contract/list'
import { Button, Card, color, EmptyState, ErrorState, phone, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { AsOfField, AsOfNotice, useAsOf } from '../invoices/AsOf.tsx'
import { DayField } from '../invoices/DayField.tsx'
import { reportsQuery } from '../invoices/queries.ts'
import { TotalsRow } from '../invoices/TotalsRow.tsx'
import { Chart } from './Chart.tsx'
import { FigureTable } from './FigureTable.tsx'
import { type Report, reportsOf } from './figures.ts'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)} ${space(5)};
  margin-bottom: ${space(5)};
  ${phone} { flex-direction: column; }
`

const body = css`
  container-type: inline-size;
  > div { display: grid; gap: ${space(5)}; align-items: start; }
  @container (min-width: 680px) {
    > div { grid-template-columns: minmax(0, 3fr) minmax(260px, 2fr); gap: ${space(8)}; }
  }
`

/** `/invoices?view=reports`: revenue and unpaid balances. */
export function ReportsView() {
  const [asOf, setAsOf] = useAsOf()
  const [from, setFrom] = useParam('from')
  const period = { asOf, ...(from !== null && { from }) }
  const today = dayInNewYork(new Date())
  const isReversed = from !== null && from > (asOf ?? today)
  const { data, error, isLoadingError, refetch } = useQuery({ ...reportsQuery(period), enabled: !isReversed })
  return (
    <>
      {asOf && <AsOfNotice day={asOf} onToday={() => setAsOf(null)} />}
      <div css={bar}>
        <DayField label="From" day={from ?? data?.from} today={today} onChange={setFrom} />
        <AsOfField day={asOf} onChange={setAsOf} />
      </div>
      <TotalsRow asOf={asOf} />
      {isReversed ? (
        <EmptyState title="No such period">
          The first day comes after the last. Choose an earlier day in From.
        </EmptyState>
      ) : isLoadingError ? (
        <ErrorState title="The reports could not be loaded" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : data ? (
        <div css={{ display: 'grid', gap: space(5) }}>
          {reportsOf(data).map((report) => (
            <ReportCard key={report.key} report={report} period={period} />
          ))}
        </div>
      ) : (
        <Skeleton height={560} />
      )}
    </>
  )
}

type ReportCardProps = { report: Report; period: { from?: string; asOf: string | undefined } }

function ReportCard({ report, period }: ReportCardProps) {
  const { key, title, by, figures } = report
  const isEmpty = figures.every(({ count }) => count === 0)
  const exportCsv = () =>
    saveCsv(
      {
        name: `${key}.csv`,
        columns: () => [
          [by, ({ label }) => label],
          ['Invoices', ({ count }) => count],
          ['Amount', ({ amount }) => amount],
        ],
      },
      figures,
    )
  return (
    <Card
      title={title}
      action={
        !isEmpty && (
          <Button size="sm" aria-label={`Export CSV of ${title}`} onClick={() => void exportCsv()}>
            <Download size={15} aria-hidden />
            Export CSV
          </Button>
        )
      }
    >
      {isEmpty ? (
        <EmptyState title={report.empty} />
      ) : (
        <div css={body}>
          <p css={{ marginBottom: space(4), color: color.muted }}>{report.text}</p>
          <div>
            <Chart figures={figures} isHorizontal={report.isHorizontal} />
            <FigureTable report={report} period={period} />
          </div>
        </div>
      )}
    </Card>
  )
}
