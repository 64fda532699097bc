import { type RefObject, useLayoutEffect } from 'react'

export type Placement = {
  side?: 'top' | 'bottom'
  align?: 'start' | 'center' | 'end'
  gap?: number
  /** As wide as what it belongs to. */
  sameWidth?: boolean
}

const margin = 8
// below this it would rather open on the other side
const comfortable = 200

function place(anchor: Element, floating: HTMLElement, placement: Placement): void {
  const { side = 'bottom', align = 'start', gap = 4, sameWidth = false } = placement
  const at = anchor.getBoundingClientRect()
  const view = window.visualViewport
  const [top, height] = [view?.offsetTop ?? 0, view?.height ?? window.innerHeight]
  if (sameWidth) floating.style.width = `${at.width}px`
  floating.style.maxHeight = ''
  const { width } = floating.getBoundingClientRect()
  const wanted = floating.offsetHeight
  const room = { top: at.top - top - gap - margin, bottom: top + height - at.bottom - gap - margin }
  const other = side === 'top' ? 'bottom' : 'top'
  const cramped = room[side] < Math.min(wanted, comfortable)
  const chosen = cramped && room[other] > room[side] ? other : side
  // of its style sheet; what it holds may still grow up to there
  const own = Number.parseFloat(getComputedStyle(floating).maxHeight)
  const free = at.width - width
  const left = at.left + (align === 'start' ? 0 : align === 'end' ? free : free / 2)
  const farthest = document.documentElement.clientWidth - width - margin
  floating.style.maxHeight = `${Math.min(room[chosen], own || room[chosen])}px`
  floating.style.left = `${Math.max(margin, Math.min(left, farthest))}px`
  const isBelow = chosen === 'bottom'
  floating.style.top = isBelow ? `${at.bottom + gap}px` : 'auto'
  floating.style.bottom = isBelow ? 'auto' : `${document.documentElement.clientHeight - at.top + gap}px`
}

/** Shows a popover beside its anchor, in the top layer, and keeps it there while things scroll and grow. */
export function useFloating(
  anchor: RefObject<Element | null>,
  floating: RefObject<HTMLElement | null>,
  open: boolean,
  { side, align, gap, sameWidth }: Placement = {},
): void {
  useLayoutEffect(() => {
    if (!open || !anchor.current || !floating.current) return
    const [at, box] = [anchor.current, floating.current]
    const follow = () => place(at, box, { side, align, gap, sameWidth })
    box.showPopover()
    follow()
    const grown = new ResizeObserver(follow)
    grown.observe(box)
    const stop = new AbortController()
    const options = { capture: true, passive: true, signal: stop.signal }
    window.addEventListener('scroll', follow, options)
    window.addEventListener('resize', follow, options)
    window.visualViewport?.addEventListener('resize', follow, options)
    return () => {
      stop.abort()
      grown.disconnect()
      if (box.matches(':popover-open')) box.hidePopover()
    }
  }, [anchor, floating, open, side, align, gap, sameWidth])
}
