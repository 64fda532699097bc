import type { PointerEvent as ReactPointerEvent } from 'react'

const holdMs = 300
// a finger that moves this far before the hold is over scrolls; a mouse that does has begun to drag
const touchSlop = 10
const mouseSlop = 4
const clickWithinMs = 100

export type Point = { x: number; y: number }
type Follow = {
  onStart: () => void
  onMove: (point: Point) => void
  onDrop: () => void
  onAbort: () => void
}

/** Follows a press that becomes a drag: a mouse by moving, a finger by resting. Escape aborts. */
export function followDrag(press: ReactPointerEvent, { onStart, onMove, onDrop, onAbort }: Follow): void {
  const { pointerId, clientX, clientY } = press
  const byMouse = press.pointerType === 'mouse'
  const over = new AbortController()
  let dragging = false
  const start = () => {
    dragging = true
    onStart()
  }
  const hold = byMouse ? 0 : window.setTimeout(start, holdMs)
  const end = (how: () => void) => {
    window.clearTimeout(hold)
    over.abort()
    if (!dragging) return
    swallowClick(how === onDrop)
    how()
  }
  const move = ({ clientX: x, clientY: y }: PointerEvent) => {
    const distance = Math.hypot(x - clientX, y - clientY)
    if (!dragging && !byMouse && distance > touchSlop) return end(onAbort)
    if (!dragging && byMouse && distance > mouseSlop) start()
    if (dragging) onMove({ x, y })
  }
  const same = (handle: (event: PointerEvent) => void) => (event: Event) => {
    if ((event as PointerEvent).pointerId === pointerId) handle(event as PointerEvent)
  }
  const { signal } = over
  window.addEventListener('pointermove', same(move), { signal })
  window.addEventListener(
    'pointerup',
    same(() => end(onDrop)),
    { signal },
  )
  window.addEventListener(
    'pointercancel',
    same(() => end(onAbort)),
    { signal },
  )
  window.addEventListener('blur', () => end(onAbort), { signal })
  // a long press on a link would open a menu
  window.addEventListener('contextmenu', (event) => !byMouse && event.preventDefault(), { signal })
  const abort = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !dragging) return
    event.preventDefault()
    event.stopPropagation()
    end(onAbort)
  }
  window.addEventListener('keydown', abort, { signal, capture: true })
}

/** Letting go over a link would also follow it; the click comes at once, or when the button is let go later. */
function swallowClick(isLetGo: boolean): void {
  const over = new AbortController()
  const { signal } = over
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    over.abort()
  }
  window.addEventListener('click', swallow, { capture: true, signal })
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, signal })
  if (isLetGo) window.setTimeout(() => over.abort(), clickWithinMs)
}
