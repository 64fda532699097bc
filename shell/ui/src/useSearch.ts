import { useEffect, useEffectEvent, useState } from 'react'

const debounceMs = 200

export type Option = { value: string; label: string; detail?: string }
export type Search<Item = Option> = (text: string, signal: AbortSignal) => Promise<readonly Item[]>
export type Results<Item = Option> = { state: 'loading' | 'ready' | 'failed'; options: readonly Item[] }

/** Searches on the server as a person types: debounced, only while open, and only the last answer counts. */
export function useSearch<Item = Option>(
  search: Search<Item>,
  text: string,
  wanted: boolean,
): Results<Item> & { retry: () => void } {
  const [results, setResults] = useState<Results<Item>>({ state: 'loading', options: [] })
  const [attempt, setAttempt] = useState(0)
  const fetchOptions = useEffectEvent((signal: AbortSignal) => search(text, signal))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text and the attempt are what is asked
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const answer = (next: Results<Item>) => !stop.signal.aborted && setResults(next)
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
