import { useEffect, useEffectEvent, useState } from 'react'

const debounceMs = 200

export type Option = { value: string; label: string; detail?: string }
export type Search = (text: string, signal: AbortSignal) => Promise<readonly Option[]>
export type Found = { state: 'loading' | 'ready' | 'failed'; options: readonly Option[] }

/** Asks the server for what is typed: after a pause, only while wanted, and only the last question counts. */
export function useSearch(search: Search, text: string, wanted: boolean): Found & { retry: () => void } {
  const [found, setFound] = useState<Found>({ state: 'loading', options: [] })
  const [attempt, setAttempt] = useState(0)
  const ask = useEffectEvent((signal: AbortSignal) => search(text, signal))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text and the attempt are what is asked
  useEffect(() => {
    if (!wanted) return
    const stop = new AbortController()
    const answer = (next: Found) => !stop.signal.aborted && setFound(next)
    setFound(({ options }) => ({ state: 'loading', options }))
    const timer = setTimeout(
      () =>
        ask(stop.signal).then(
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
  return { ...found, retry: () => setAttempt((before) => before + 1) }
}
