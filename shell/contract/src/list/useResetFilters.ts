import { useSearchParams } from 'react-router-dom'

const names = ['q', 'status', 'sort']

/** Takes search, status and order out of the address, in one change: a second one would begin from the address before the first. */
export function useResetFilters(): () => void {
  const [, setParams] = useSearchParams()
  return () => {
    const params = new URLSearchParams(window.location.search)
    for (const name of names) params.delete(name)
    setParams(params, { replace: true, preventScrollReset: true })
  }
}
