import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

export type Filter = { search: string; status: string }

/**
 * A filter that lives in the URL, so that a view can be shared and survives the back button. The text
 * is also kept here: the router updates in a transition, too late for an input that follows every key.
 */
export function useFilter(): [Filter, (change: Partial<Filter>) => void] {
  const [params, setParams] = useSearchParams()
  const inUrl = params.get('q') ?? ''
  const [search, setSearch] = useState(inUrl)
  // what was typed and has not come back through the URL yet, oldest first
  const written = useRef([inUrl])
  useEffect(() => {
    const at = written.current.indexOf(inUrl)
    // an own text that arrives late must not undo what was typed since
    if (at !== -1) return void written.current.splice(0, at)
    written.current = [inUrl]
    setSearch(inUrl)
  }, [inUrl])

  const filter = { search, status: params.get('status') ?? '' }
  const change = (changes: Partial<Filter>) => {
    const next = { ...filter, ...changes }
    setSearch(next.search)
    written.current.push(next.search)
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

/** `replace`: the page before this one stays the one that Back leads to. */
export type ParamChange = { replace?: boolean }

/**
 * One value of the URL, such as which record is open; null takes it away. A page that acts on a value and takes it
 * away has to replace the entry, or Back brings the value again.
 */
export function useParam(
  name: string,
): [string | null, (value: string | null, change?: ParamChange) => void] {
  const [params, setParams] = useSearchParams()
  const set = (value: string | null, { replace = false }: ParamChange = {}) =>
    setParams(
      (old) => {
        if (value === null) old.delete(name)
        else old.set(name, value)
        return old
      },
      { replace, preventScrollReset: true },
    )
  return [params.get(name), set]
}
