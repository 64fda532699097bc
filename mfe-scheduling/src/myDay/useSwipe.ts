import { type PointerEvent, useRef } from 'react'

const minDistance = 60
const maxMs = 700

/** A quick move of one finger to the left (1: what comes next) or to the right (-1); the element leaves only vertical scrolling to the browser. */
export function useSwipe(onSwipe: (direction: 1 | -1) => void) {
  const start = useRef<{ id: number; x: number; y: number; at: number } | null>(null)
  return {
    onPointerDown: ({
      pointerType,
      isPrimary,
      pointerId: id,
      clientX: x,
      clientY: y,
      timeStamp: at,
    }: PointerEvent) => {
      start.current = pointerType === 'touch' && isPrimary ? { id, x, y, at } : null
    },
    onPointerCancel: () => {
      start.current = null
    },
    onPointerUp: ({ pointerId, clientX, clientY, timeStamp }: PointerEvent) => {
      const from = start.current
      if (from?.id !== pointerId) return
      start.current = null
      const [dx, dy] = [clientX - from.x, Math.abs(clientY - from.y)]
      const isSwipe = Math.abs(dx) >= minDistance && Math.abs(dx) > 2 * dy && timeStamp - from.at <= maxMs
      if (isSwipe) onSwipe(dx < 0 ? 1 : -1)
    },
  }
}
