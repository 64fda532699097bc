import { css } from '@emotion/react'
import { formatMoney } from '@plumbline/contract/money'
import { ErrorState, phone, Skeleton, Stat, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { totalsQuery } from './queries.ts'

/** Figures beside each other. */
export const totalsRow = css`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(220px, 40%), 1fr));
  gap: ${space(4)};
  margin-bottom: ${space(5)};
  ${phone} {
    gap: ${space(3)};
    dd { font-size: 20px; }
    /* three of them in a row */
    &:has(> :nth-child(3):last-child) { grid-template-columns: repeat(3, auto); gap: ${space(2)}; > * { padding: ${space(3)}; } dd { font-size: ${text.lg}; } }
  }
`

/** What was invoiced and paid, now or when a day ended. */
export function TotalsRow({ asOf }: { asOf: string | undefined }) {
  const { data, isLoadingError, refetch } = useQuery(totalsQuery(asOf))
  if (isLoadingError)
    return <ErrorState title="The totals could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={90} />
  return (
    <section css={totalsRow} aria-label="Totals">
      <Stat label="Invoiced" value={formatMoney(data.invoiced)} />
      <Stat label="Paid" value={formatMoney(data.paid)} />
      <Stat label="Outstanding" value={formatMoney(data.outstanding)} />
      <Stat label="Overdue" value={formatMoney(data.overdue)} />
    </section>
  )
}
