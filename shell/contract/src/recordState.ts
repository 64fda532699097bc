import { useState } from 'react'

/** State such as an open dialog that is about the record which the address names: null again when it names another one. */
export function useRecordState<T>(recordId: string | null): [T | null, (value: T | null) => void] {
  const [state, setState] = useState<{ recordId: string | null; value: T | null }>({ recordId, value: null })
  if (state.recordId !== recordId) setState({ recordId, value: null })
  const set = (value: T | null) => setState({ recordId, value })
  return [state.recordId === recordId ? state.value : null, set]
}
