import type { PointerEvent as ReactPointerEvent } from 'react'

const holdMs = 300
// a finger that moves this far before the hold time scrolls; a mouse that moves this far drags
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

/** Follows a press that becomes a drag: of a mouse by moving, of a finger by resting. Escape aborts. */
export function followDrag(press: ReactPointerEvent, { onStart, onMove, onDrop, onAbort }: Follow): void {
  const { pointerId, clientX, clientY } = press
  const byMouse = press.pointerType === 'mouse'
  const listeners = new AbortController()
  let dragging = false
  const start = () => {
    dragging = true
    onStart()
  }
  const holdTimer = byMouse ? 0 : window.setTimeout(start, holdMs)
  const end = (how: () => void) => {
    window.clearTimeout(holdTimer)
    listeners.abort()
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
  const { signal } = listeners
  window.addEventListener('pointermove', same(move), { signal })
  const drop = () => end(onDrop)
  const cancel = () => end(onAbort)
  window.addEventListener('pointerup', same(drop), { signal })
  window.addEventListener('pointercancel', same(cancel), { signal })
  window.addEventListener('blur', cancel, { signal })
  // a long press on a link would open a context menu
  window.addEventListener('contextmenu', (event) => !byMouse && event.preventDefault(), { signal })
  const abort = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !dragging) return
    event.preventDefault()
    event.stopPropagation()
    end(onAbort)
  }
  window.addEventListener('keydown', abort, { signal, capture: true })
}

/** Releasing over a link would follow it. The click comes at once after a drop, or later after an abort. */
function swallowClick(isDrop: boolean): void {
  const listeners = new AbortController()
  const { signal } = listeners
  const swallow = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    listeners.abort()
  }
  window.addEventListener('click', swallow, { capture: true, signal })
  window.addEventListener('pointerdown', () => listeners.abort(), { capture: true, signal })
  if (isDrop) window.setTimeout(() => listeners.abort(), clickWithinMs)
}
