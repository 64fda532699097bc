import { useRights } from '@plumbline/contract/rights'
import { type ButtonTone, buttonStyle } from '@plumbline/ui'
import { Plus } from 'lucide-react'
import { Link } from 'react-router-dom'

type NewQuoteLinkProps = {
  customerId?: number
  /** The job that it changes. */
  appointmentId?: number
  label: string
  tone?: ButtonTone
}

/** Leads to the form for a new quote; for members who may write one. */
export function NewQuoteLink({ label, tone = 'primary', ...preset }: NewQuoteLinkProps) {
  const { may } = useRights()
  if (!may('quotes.edit')) return null
  const query = new URLSearchParams(
    Object.entries(preset).map(([name, id]): [string, string] => [name, String(id)]),
  )
  return (
    <Link to={`/quotes/new${query.size > 0 ? `?${query}` : ''}`} css={buttonStyle(tone)}>
      <Plus size={16} aria-hidden />
      {label}
    </Link>
  )
}
