import { css } from '@emotion/react'
import { useParam } from '@plumbline/contract'
import {
  Button,
  Card,
  color,
  DateField,
  EmptyState,
  ErrorState,
  phone,
  Skeleton,
  space,
  text,
} from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AsOfField, PastNote, useAsOf } from '../invoices/AsOf.tsx'
import { reportsQuery } from '../invoices/queries.ts'
import { saveCsv } from '../invoices/saveCsv.ts'
import { TotalsRow } from '../invoices/TotalsRow.tsx'
import { Chart } from './Chart.tsx'
import { FigureTable } from './FigureTable.tsx'
import { type Report, reportsOf } from './figures.ts'

const bar = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(3)} ${space(5)};
  margin-bottom: ${space(5)};
  label { display: flex; align-items: center; gap: ${space(2)}; color: ${color.muted}; font-size: ${text.sm}; white-space: nowrap; }
  input { width: 150px; }
  ${phone} { flex-direction: column; label { justify-content: space-between; } }
`

const body = css`
  container-type: inline-size;
  > div { display: grid; gap: ${space(5)}; align-items: start; }
  @container (min-width: 680px) {
    > div { grid-template-columns: minmax(0, 3fr) minmax(260px, 2fr); gap: ${space(8)}; }
  }
`

/** `/invoices?view=reports`: where the money came from, and who owes it. */
export function ReportsView() {
  const [asOf, lookAt] = useAsOf()
  const [from, setFrom] = useParam('from')
  const period = { asOf, ...(from !== null && { from }) }
  const { data, error, refetch } = useQuery(reportsQuery(period))
  return (
    <>
      {asOf && <PastNote day={asOf} onToday={() => lookAt(null)} />}
      <div css={bar}>
        <From day={from ?? data?.from} onChange={setFrom} />
        <AsOfField day={asOf} onChange={lookAt} />
      </div>
      <TotalsRow asOf={asOf} />
      {error ? (
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

/** The first day of the reports, once it is typed whole. */
function From({ day, onChange }: { day: string | undefined; onChange: (day: string | null) => void }) {
  const [typed, setTyped] = useState(day ?? '')
  useEffect(() => setTyped(day ?? ''), [day])
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the field is within
    <label>
      From
      <DateField
        value={typed}
        onChange={(next) => {
          setTyped(next)
          if (next === '' || next > '1900') onChange(next || null)
        }}
      />
    </label>
  )
}

type ReportCardProps = { report: Report; period: { from?: string; asOf: string | undefined } }

function ReportCard({ report, period }: ReportCardProps) {
  const { key, title, text: words, by, figures, across } = report
  const save = () =>
    saveCsv(
      `${key}.csv`,
      [by, 'Invoices', 'Amount'],
      figures.map(({ label, count, amount }) => [label, count, amount]),
    )
  return (
    <Card
      title={title}
      action={
        figures.length > 0 && (
          <Button size="sm" aria-label={`Export CSV of ${title}`} onClick={() => void save()}>
            <Download size={15} aria-hidden />
            Export CSV
          </Button>
        )
      }
    >
      {figures.length === 0 ? (
        <EmptyState title="Nothing was paid in this time" />
      ) : (
        <div css={body}>
          <p css={{ marginBottom: space(4), color: color.muted }}>{words}</p>
          <div>
            <Chart figures={figures} across={across} />
            <FigureTable report={report} period={period} />
          </div>
        </div>
      )}
    </Card>
  )
}
