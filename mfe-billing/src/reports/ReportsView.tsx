import { css } from '@emotion/react'
import { type CsvFile, ExportButton } from '@plumbline/contract/list'
import { Card, color, EmptyState, ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { AsOfField, AsOfNotice, useAsOf } from '../invoices/AsOf.tsx'
import { reportsQuery } from '../invoices/queries.ts'
import { TotalsRow } from '../invoices/TotalsRow.tsx'
import { Chart } from './Chart.tsx'
import { ReportTable } from './FigureTable.tsx'
import { type Report, type ReportPeriod, reportsOf } from './figures.ts'
import { NoSuchPeriod, PeriodFields, usePeriod } from './PeriodFields.tsx'
import { QuoteFiguresCard } from './QuoteFiguresCard.tsx'

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
  const fields = usePeriod('twelve-months', asOf)
  const period = { ...fields.query, asOf }
  const { isReversed } = fields
  const { data, error, isLoadingError, refetch } = useQuery({ ...reportsQuery(period), enabled: !isReversed })
  return (
    <>
      {asOf && <AsOfNotice day={asOf} onToday={() => setAsOf(null)} />}
      <PeriodFields {...fields}>
        <AsOfField day={asOf} onChange={setAsOf} hint="What was known on that day." />
      </PeriodFields>
      <TotalsRow asOf={asOf} />
      {isReversed ? (
        <NoSuchPeriod />
      ) : isLoadingError ? (
        <ErrorState title="The reports could not be loaded" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : data ? (
        <div css={{ display: 'grid', gap: space(5) }}>
          {reportsOf(data).map((report) => (
            <ReportCard key={report.key} report={report} period={period} />
          ))}
          <QuoteFiguresCard period={period} />
        </div>
      ) : (
        <Skeleton height={560} />
      )}
    </>
  )
}

type ReportCardProps = { report: Report; period: ReportPeriod }

function ReportCard({ report, period }: ReportCardProps) {
  const { key, title, by, figures } = report
  const isEmpty = figures.every(({ count }) => count === 0)
  const file: CsvFile<(typeof figures)[number]> = {
    name: `${key}.csv`,
    columns: () => [
      [by, ({ label }) => label],
      ['Invoices', ({ count }) => count],
      ['Amount', ({ amount }) => amount],
    ],
  }
  return (
    <Card title={title} action={!isEmpty && <ExportButton of={title} file={file} items={figures} />}>
      {isEmpty ? (
        <EmptyState title={report.empty} />
      ) : (
        <div css={body}>
          <p css={{ marginBottom: space(4), color: color.muted }}>{report.text}</p>
          <div>
            <Chart figures={figures} isHorizontal={report.isHorizontal} />
            <ReportTable report={report} period={period} />
          </div>
        </div>
      )}
    </Card>
  )
}
