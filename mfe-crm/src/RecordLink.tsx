import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

type RecordLinkProps = { noun: 'customer' | 'lead'; id: number; children: ReactNode }

/** Opens a customer or a lead over the list that is shown, which keeps its filters. */
export function RecordLink({ noun, id, children }: RecordLinkProps) {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set(noun, String(id))
  return (
    <Link to={`?${search}`} preventScrollReset>
      {children}
    </Link>
  )
}
