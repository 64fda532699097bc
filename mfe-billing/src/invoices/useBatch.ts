import { newKey } from '@plumbline/contract'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'

type Failure<Item> = { item: Item; reason: string }
type Progress<Item> = {
  isRunning: boolean
  /** How many were called in this run, and of how many. */
  done: number
  total: number
  /** In all runs. */
  succeeded: number
  failures: readonly Failure<Item>[]
  /** What another run would call: what failed, and what was not called because the run was stopped. */
  remaining: readonly Item[]
}

/**
 * Makes a call for each of several records, one after the other, and goes on after a failure. A record keeps its
 * idempotency key, so that trying again after a lost answer is the same command.
 */
export function useBatch<Item extends { id: number }>(
  call: (item: Item, idempotencyKey: string) => Promise<unknown>,
  { refetch, failure }: { refetch: readonly QueryKey[]; failure: string },
) {
  const queryClient = useQueryClient()
  const keys = useRef(new Map<number, string>())
  const isStopped = useRef(false)
  const [progress, setProgress] = useState<Progress<Item>>({
    isRunning: false,
    done: 0,
    total: 0,
    succeeded: 0,
    failures: [],
    remaining: [],
  })
  const stop = useCallback(() => {
    isStopped.current = true
  }, [])
  useEffect(() => stop, [stop])

  /** Answers whether all succeeded. */
  const run = async (items: readonly Item[]): Promise<boolean> => {
    const failures: Failure<Item>[] = []
    isStopped.current = false
    let done = 0
    const start = { isRunning: true, done: 0, total: items.length, failures }
    setProgress((old) => ({ ...old, ...start }))
    for (const item of items) {
      if (isStopped.current) break
      const key = keys.current.get(item.id) ?? newKey()
      keys.current.set(item.id, key)
      const reason = await call(item, key).then(
        () => null,
        (error: Error) => error.message || failure,
      )
      if (reason !== null) failures.push({ item, reason })
      done += 1
      setProgress((old) => ({
        ...old,
        done,
        succeeded: old.succeeded + Number(reason === null),
        failures: [...failures],
      }))
    }
    const remaining = [...failures.map(({ item }) => item), ...items.slice(done)]
    setProgress((old) => ({ ...old, isRunning: false, remaining }))
    await Promise.all(refetch.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    return remaining.length === 0
  }
  return { ...progress, run, stop }
}
