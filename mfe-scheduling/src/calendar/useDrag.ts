import type { Appointment } from '@plumbline/scheduling/api'
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { followDrag, type Point } from './gesture.ts'
import { endedAt, isMovable, minutesOfDay, type Slot, shifted } from './moving.ts'

const edgeHeight = { mouse: 8, touch: 18 }
const scrollZone = 40
const scrollStep = 8
const frameMs = 16

/** Which shown day, and which minute of it, lies at a point of the screen. */
function placeOf(frame: HTMLElement, { x, y }: Point) {
  const columns = [...frame.querySelectorAll<HTMLElement>('[data-day]')]
  const rects = columns.map((it) => it.getBoundingClientRect())
  const under = rects.findIndex(({ right }) => x < right)
  const index = under === -1 ? rects.length - 1 : under
  const { top = 0, height = 1 } = rects[index] ?? {}
  const minute = Math.min(minutesOfDay, Math.max(0, ((y - top) / height) * minutesOfDay))
  return { index, day: columns[index]?.dataset.day ?? '', minute }
}

/** Scrolls when a drag comes near the upper or lower edge. */
function scrollNear(frame: HTMLElement, y: number): boolean {
  const { top, bottom } = frame.getBoundingClientRect()
  const by = y < top + scrollZone ? -scrollStep : y > bottom - scrollZone ? scrollStep : 0
  if (by !== 0) frame.scrollTop += by
  return by !== 0
}

type DragOptions = {
  onDraft: (appointment: Appointment, slot: Slot) => void
  onDrop: (appointment: Appointment, slot: Slot) => void
  onAbort: () => void
}

/** Drags an appointment to another time or day, or its lower edge to another end. */
export function useDrag(frame: RefObject<HTMLElement | null>, { onDraft, onDrop, onAbort }: DragOptions) {
  const dragging = useRef(false)
  useEffect(() => {
    const keep = (event: TouchEvent) => dragging.current && event.cancelable && event.preventDefault()
    const element = frame.current
    // must be there before a finger is: the browser decides at its touch whether scrolling can be stopped
    element?.addEventListener('touchmove', keep, { passive: false })
    return () => element?.removeEventListener('touchmove', keep)
  }, [frame])

  return (press: PointerEvent<HTMLElement>, appointment: Appointment) => {
    const grid = frame.current
    if (press.button !== 0 || !grid || !isMovable(appointment)) return
    const { bottom } = press.currentTarget.getBoundingClientRect()
    const zone = edgeHeight[press.pointerType === 'mouse' ? 'mouse' : 'touch']
    const byEdge = press.clientY > bottom - zone && !press.currentTarget.dataset.cut
    let last: Point = { x: press.clientX, y: press.clientY }
    const grabbed = placeOf(grid, last)
    let slot: Slot = appointment
    let scrolling = 0
    const update = () => {
      const { index, day, minute } = placeOf(grid, last)
      slot = byEdge
        ? endedAt(appointment, day, minute)
        : shifted(appointment, { days: index - grabbed.index, minutes: minute - grabbed.minute })
      onDraft(appointment, slot)
    }
    const stop = () => {
      dragging.current = false
      window.clearInterval(scrolling)
    }
    followDrag(press, {
      onStart: () => {
        dragging.current = true
        navigator.vibrate?.(10)
        scrolling = window.setInterval(() => scrollNear(grid, last.y) && update(), frameMs)
        onDraft(appointment, slot)
      },
      onMove: (point) => {
        last = point
        update()
      },
      onDrop: () => {
        stop()
        onDrop(appointment, slot)
      },
      onAbort: () => {
        stop()
        onAbort()
      },
    })
  }
}
