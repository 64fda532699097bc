import { useRef } from 'react'

type FormToFill<Values> = {
  getValues: () => Values
  fill: (values: Partial<Values>) => void
  prefill: (values: Partial<Values>) => void
}

type ChoiceOptions<Values> = {
  /** The values that the choice fills in, by field; null fills in nothing. */
  load: () => Promise<Partial<Values> | null>
  /** Says at a field that it could not be loaded. */
  onFailure: () => void
  /** The choice that the page opened with is nothing that a person would lose. */
  isFirst?: boolean
}

type Filled<Values> = { before: Partial<Values>; values: Partial<Values> }

/**
 * Fields that follow a choice, such as the amount of the appointment that is chosen. What a choice filled in is taken back before
 * the next one is loaded, and when there is none; what was typed since stays.
 */
export function useFilledFields<Values extends Record<string, unknown>>(form: FormToFill<Values>) {
  const filled = useRef<Filled<Values>>(null)
  const latest = useRef(0)

  /** Those of the values whose fields are still as they were. */
  const whereStill = (before: Partial<Values>, values: Partial<Values>) => {
    const now = form.getValues()
    const entries = Object.entries(values).filter(([name]) => now[name] === before[name])
    return Object.fromEntries(entries) as Partial<Values>
  }

  const takeBack = () => {
    latest.current += 1
    if (filled.current) form.fill(whereStill(filled.current.values, filled.current.before))
    filled.current = null
  }

  const choose = async ({ load, onFailure, isFirst = false }: ChoiceOptions<Values>): Promise<void> => {
    takeBack()
    const choice = latest.current
    const before = { ...form.getValues() }
    let loaded: Partial<Values> | null
    try {
      loaded = await load()
    } catch {
      if (latest.current === choice) onFailure()
      return
    }
    if (latest.current !== choice || !loaded) return
    const values = whereStill(before, loaded)
    const replaced = Object.keys(values).map((name) => [name, before[name]])
    filled.current = { before: Object.fromEntries(replaced) as Partial<Values>, values }
    if (isFirst) form.prefill(values)
    else form.fill(values)
  }
  return { choose, takeBack }
}
