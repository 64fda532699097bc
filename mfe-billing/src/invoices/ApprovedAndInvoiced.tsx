import { css } from '@emotion/react'
import { useRights } from '@plumbline/contract/rights'
import { Callout } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Scale } from 'lucide-react'
import { comparisonText, isTooMuch } from './comparison.ts'
import { comparisonQuery } from './queries.ts'

// a line of its own, also among the buttons of a job
const wide = css`
  width: 100%;
`

type ComparisonProps = { quoteId: number } | { appointmentId: number }

/** Whether more was invoiced than was approved, or less; nothing where it is the same or nothing was approved. */
export function ApprovedAndInvoiced(of: ComparisonProps) {
  const { may } = useRights()
  const { data } = useQuery({
    ...comparisonQuery(
      'quoteId' in of ? { quoteId: String(of.quoteId) } : { appointmentId: String(of.appointmentId) },
    ),
    enabled: may('invoices.view'),
  })
  const text = data && comparisonText(data)
  if (!data || !text) return null
  if (!isTooMuch(data)) return <p css={[wide, { margin: 0, fontVariantNumeric: 'tabular-nums' }]}>{text}</p>
  return (
    <div css={wide}>
      <Callout icon={<Scale size={16} aria-hidden />} title="More is invoiced than was approved">
        <p>{text}</p>
      </Callout>
    </div>
  )
}
