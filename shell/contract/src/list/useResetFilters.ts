import type { useFilter } from '@plumbline/contract'
import { useSearchParams } from 'react-router-dom'

const names = ['q', 'status', 'sort']

/** Takes back search, status and order, also what was typed and is not in the address yet. */
export function useResetFilters(change: ReturnType<typeof useFilter>[1]): () => void {
  const [, setParams] = useSearchParams()
  return () => {
    change({ search: '', status: '' })
    // all at once: it takes the place of the change before, which may not have come into the address yet
    const params = new URLSearchParams(window.location.search)
    for (const name of names) params.delete(name)
    setParams(params, { replace: true, preventScrollReset: true })
  }
}
