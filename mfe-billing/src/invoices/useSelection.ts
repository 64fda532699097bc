import type { Invoice } from '@plumbline/billing/api'
import { useState } from 'react'

/** The invoices of a list that are chosen for an action. What the filters of the list hide is not among them. */
export function useSelection(visible: readonly Invoice[] | undefined) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return {
    invoices: (visible ?? []).filter(({ id }) => ids.has(id)),
    has: (id: number) => ids.has(id),
    toggle: (id: number, isChosen: boolean) =>
      setIds((old) => (isChosen ? new Set(old).add(id) : new Set([...old].filter((it) => it !== id)))),
    choose: (invoices: readonly Invoice[]) => setIds(new Set(invoices.map(({ id }) => id))),
    clear: () => setIds(new Set()),
  }
}
export type Selection = ReturnType<typeof useSelection>
