import { useEffect, useState } from 'react'

const settledMs = 300

/** A value once it has not changed for a moment, as while somebody types. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settledMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
