import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

/** Opens a customer over the list that is shown, which keeps its filters. */
export function CustomerLink({ id, children }: { id: number; children: ReactNode }) {
  const [params] = useSearchParams()
  const search = new URLSearchParams(params)
  search.set('customer', String(id))
  return (
    <Link to={`?${search}`} preventScrollReset>
      {children}
    </Link>
  )
}
