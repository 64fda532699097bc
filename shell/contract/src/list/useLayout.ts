import { useParam } from '@plumbline/contract'
import { useMediaQuery } from '@plumbline/ui'

const layouts = ['cards', 'rows'] as const
export type Layout = (typeof layouts)[number]

/** How the items of a list are shown; `choose` is missing where there is room for cards only. */
export type LayoutChoice = { value: Layout; choose?: (layout: Layout) => void }

/**
 * Cards, or rows where the window has room for them: as the address says, else as this list was shown last.
 * @example const layout = useLayout('customers')
 */
export function useLayout(list: string): LayoutChoice {
  const key = `plumbline:${list}:layout`
  const [inUrl, setInUrl] = useParam('layout')
  const hasRoom = useMediaQuery('(min-width: 900px)')
  const requested = inUrl ?? localStorage.getItem(key)
  if (!hasRoom) return { value: 'cards' }
  return {
    value: layouts.find((it) => it === requested) ?? 'cards',
    choose: (layout) => {
      localStorage.setItem(key, layout)
      setInUrl(layout, { replace: true })
    },
  }
}
