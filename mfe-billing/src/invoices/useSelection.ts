import type { Invoice } from '@plumbline/billing/api'
import { useState } from 'react'

type Chosen = ReadonlyMap<number, Invoice>
const none: Chosen = new Map()

type ListState = { visible: readonly Invoice[] | undefined; isOutdated?: boolean }

/** The invoices that are chosen for an action, of what a query leaves: another query has none. */
export function useSelection({ visible, isOutdated = false }: ListState, query: unknown) {
  const scope = JSON.stringify(query)
  const [state, setState] = useState({ scope, chosen: none })
  const chosen = state.scope === scope ? state.chosen : none
  const set = (next: Chosen) => setState({ scope, chosen: next })
  const shown = new Map((visible ?? []).map((it) => [it.id, it]))
  return {
    // as they are shown by now; those that are not loaded as they were
    invoices: [...chosen.values()].map((it) => shown.get(it.id) ?? it),
    /** While the invoices shown are of the query before: they may not be what is chosen from. */
    isDisabled: isOutdated,
    has: (id: number) => chosen.has(id),
    toggle: (invoice: Invoice, isChosen: boolean) => {
      const others = [...chosen].filter(([id]) => id !== invoice.id)
      set(new Map(isChosen ? [...others, [invoice.id, invoice]] : others))
    },
    choose: (invoices: readonly Invoice[]) => set(new Map(invoices.map((it) => [it.id, it]))),
    clear: () => set(none),
  }
}
export type Selection = ReturnType<typeof useSelection>
