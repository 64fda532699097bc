import { useEffect, useEffectEvent, useState } from 'react'

const debounceMs = 200

export type Option = { value: string; label: string; detail?: string }
export type Search = (text: string, signal: AbortSignal) => Promise<readonly Option[]>
export type Results = { state: 'loading' | 'ready' | 'failed'; options: readonly Option[] }

/** Searches on the server as a person types: debounced, only while open, and only the last answer counts. */
export function useSearch(search: Search, text: string, wanted: boolean): Results & { retry: () => void } {
  const [results, setResults] = useState<Results>({ state: 'loading', options: [] })
  const [attempt, setAttempt] = useState(0)
  const fetchOptions = useEffectEvent((signal: AbortSignal) => search(text, signal))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text and the attempt are what is asked
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const answer = (next: Results) => !stop.signal.aborted && setResults(next)
    setResults(({ options }) => ({ state: 'loading', options }))
    const timer = setTimeout(
      () =>
        fetchOptions(stop.signal).then(
          (options) => answer({ state: 'ready', options }),
          () => answer({ state: 'failed', options: [] }),
        ),
      text ? debounceMs : 0,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, wanted, attempt])
  return { ...results, retry: () => setAttempt((before) => before + 1) }
}
