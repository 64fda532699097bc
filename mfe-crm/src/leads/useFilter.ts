import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { LeadFilter } from './lead.ts'

/**
 * A filter that lives in the URL, so that a view can be shared and survives the back button. The text
 * is also kept here: the router updates in a transition, too late for an input that follows every key.
 */
export function useFilter(): [LeadFilter, (change: Partial<LeadFilter>) => void] {
  const [params, setParams] = useSearchParams()
  const inUrl = params.get('q') ?? ''
  const [search, setSearch] = useState(inUrl)
  const written = useRef(inUrl)
  useEffect(() => {
    if (inUrl === written.current) return
    written.current = inUrl
    setSearch(inUrl)
  }, [inUrl])

  const filter = { search, status: params.get('status') ?? '' }
  const change = (changes: Partial<LeadFilter>) => {
    const next = { ...filter, ...changes }
    setSearch(next.search)
    written.current = next.search
    setParams(
      (old) => {
        for (const [name, value] of [
          ['q', next.search],
          ['status', next.status],
        ] as const) {
          if (value) old.set(name, value)
          else old.delete(name)
        }
        return old
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [filter, change]
}
