import type { Slot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { isOpen } from '../appointments/appointment.ts'
import { followDrag, type Point } from './followDrag.ts'
import { endSlotAt, minutesOfDay, moveSlot } from './slot.ts'

const edgeHeight = { mouse: 8, touch: 18 }
const scrollZone = 40
const scrollStep = 8
const frameMs = 16

/** The day column and its minute at a point of the screen. */
function locate(frame: HTMLElement, { x, y }: Point) {
  const columns = [...frame.querySelectorAll<HTMLElement>('[data-day]')]
  const rects = columns.map((it) => it.getBoundingClientRect())
  const under = rects.findIndex(({ right }) => x < right)
  const index = under === -1 ? rects.length - 1 : under
  const { top = 0, height = 1 } = rects[index] ?? {}
  const minute = Math.min(minutesOfDay, Math.max(0, ((y - top) / height) * minutesOfDay))
  return { index, day: columns[index]?.dataset.day ?? '', minute }
}

/** Scrolls while a drag is near the upper or lower edge. */
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

/** Drags an appointment to another time or day, or its bottom edge to another end. */
export function useDrag(frame: RefObject<HTMLElement | null>, { onDraft, onDrop, onAbort }: DragOptions) {
  const dragging = useRef(false)
  useEffect(() => {
    const preventScroll = (event: TouchEvent) =>
      dragging.current && event.cancelable && event.preventDefault()
    const element = frame.current
    // registered in advance: the browser decides at the first touch whether scrolling can be prevented
    element?.addEventListener('touchmove', preventScroll, { passive: false })
    return () => element?.removeEventListener('touchmove', preventScroll)
  }, [frame])

  return (press: PointerEvent<HTMLElement>, appointment: Appointment) => {
    const grid = frame.current
    if (press.button !== 0 || !grid || !isOpen(appointment)) return
    const { bottom } = press.currentTarget.getBoundingClientRect()
    const zone = edgeHeight[press.pointerType === 'mouse' ? 'mouse' : 'touch']
    const isResize = press.clientY > bottom - zone && !press.currentTarget.dataset.cut
    let last: Point = { x: press.clientX, y: press.clientY }
    const start = locate(grid, last)
    let slot: Slot = appointment
    let scrolling = 0
    const update = () => {
      const { index, day, minute } = locate(grid, last)
      slot = isResize
        ? endSlotAt(appointment, day, minute)
        : moveSlot(appointment, { days: index - start.index, minutes: minute - start.minute })
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
