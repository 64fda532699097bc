import { useEffect, useState } from 'react'

const debounceMs = 120

/** A value once it has not changed for a moment, as while someone types. */
export function useDebouncedValue<T>(value: T): T {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), debounceMs)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
