import { css } from '@emotion/react'
import { formatMoney } from '@plumbline/contract'
import { ErrorState, phone, Skeleton, Stat, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { totalsQuery } from './queries.ts'

const row = css`
  display: grid;
  grid-template-columns: repeat(4, minmax(0, 1fr));
  gap: ${space(4)};
  margin-bottom: ${space(5)};
  @media (max-width: 1100px) { grid-template-columns: repeat(2, minmax(0, 1fr)); }
  ${phone} { gap: ${space(3)}; dd { font-size: 20px; } }
`

/** What was invoiced and paid, now or when a day ended. */
export function TotalsRow({ asOf }: { asOf: string | undefined }) {
  const { data, error, refetch } = useQuery(totalsQuery(asOf))
  if (error) return <ErrorState title="The totals could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={90} />
  return (
    <section css={row} aria-label="Totals">
      <Stat label="Invoiced" value={formatMoney(data.invoiced)} />
      <Stat label="Paid" value={formatMoney(data.paid)} />
      <Stat label="Outstanding" value={formatMoney(data.outstanding)} />
      <Stat label="Overdue" value={formatMoney(data.overdue)} />
    </section>
  )
}
