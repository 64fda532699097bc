import { useRef } from 'react'

type Fields = Record<string, unknown>

type FormToFill = {
  getValues: () => Fields
  set: (name: never, value: never) => void
  prefill: (values: never) => void
}

type ChoiceOptions = {
  /** The values that the choice fills in, by field; null fills in nothing. */
  load: () => Promise<Fields | null>
  /** Says at a field that it could not be loaded. */
  onFailure: () => void
  /** The choice that the page opened with is nothing that a person would lose. */
  isFirst?: boolean
}

/**
 * Fields that follow a choice, such as the amount of the appointment that is chosen. What a choice filled in is taken back before
 * the next one is loaded, and when there is none; what was typed since stays.
 */
export function useFilledFields(form: FormToFill) {
  const filled = useRef(new Map<string, { before: unknown; value: unknown }>())
  const latest = useRef(0)
  const set = (name: string, value: unknown) => form.set(name as never, value as never)

  const takeBack = () => {
    latest.current += 1
    const values = form.getValues()
    for (const [name, { before, value }] of filled.current) if (values[name] === value) set(name, before)
    filled.current.clear()
  }

  const choose = async ({ load, onFailure, isFirst = false }: ChoiceOptions): Promise<void> => {
    takeBack()
    const choice = latest.current
    const before = { ...form.getValues() }
    let loaded: Fields | null
    try {
      loaded = await load()
    } catch {
      if (latest.current === choice) onFailure()
      return
    }
    if (latest.current !== choice || !loaded) return
    const now = form.getValues()
    const values = Object.entries(loaded).filter(([name]) => now[name] === before[name])
    for (const [name, value] of values) filled.current.set(name, { before: before[name], value })
    if (isFirst) form.prefill(Object.fromEntries(values) as never)
    else for (const [name, value] of values) set(name, value)
  }
  return { choose, takeBack }
}
