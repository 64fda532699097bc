import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'

/** The values of the address with these instead, from now and not from what was drawn last: another may have changed since. */
function withParams(changes: Record<string, string | undefined>): URLSearchParams {
  const params = new URLSearchParams(window.location.search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) params.set(name, value)
    else if (value !== undefined) params.delete(name)
  }
  return params
}

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
    if (changes.search !== undefined) {
      setSearch(changes.search)
      written.current.push(changes.search)
    }
    setParams(withParams({ q: changes.search, status: changes.status }), {
      replace: true,
      preventScrollReset: true,
    })
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
    setParams(withParams({ [name]: value ?? '' }), { replace, preventScrollReset: true })
  return [params.get(name), set]
}
