import type { Slot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { isOpen } from '../appointments/appointment.ts'
import { followDrag, type Point } from './followDrag.ts'
import { type Placement, placementOf, readLane, reassign, toAnytime } from './lanes.ts'
import { endSlotAt, minutesOfDay, moveSlot, onDay, slotAt } from './slot.ts'

const edgeHeight = { mouse: 8, touch: 18 }
const scrollZone = 40
const scrollStep = 8
const frameMs = 16

/** The column and its minute at a point of the screen, or that it is above the hours. */
function locate(frame: HTMLElement, { x, y }: Point) {
  const columns = [...frame.querySelectorAll<HTMLElement>('[data-hours] > [data-day]')]
  const rects = columns.map((it) => it.getBoundingClientRect())
  const under = rects.findIndex(({ right }) => x < right)
  const index = under === -1 ? rects.length - 1 : under
  const { top = 0, height = 1 } = rects[index] ?? {}
  const minute = Math.min(minutesOfDay, Math.max(0, ((y - top) / height) * minutesOfDay))
  const { day = '', lane } = columns[index]?.dataset ?? {}
  const row = frame.querySelector('[data-anytime]')?.getBoundingClientRect()
  return { index, day, lane: readLane(lane), minute, isAnytime: row !== undefined && y < row.bottom }
}

const scrollBy = (at: number, from: number, to: number) =>
  at < from + scrollZone ? -scrollStep : at > to - scrollZone ? scrollStep : 0

/** Scrolls while a drag is near an edge. */
function scrollNear(frame: HTMLElement, { x, y }: Point): boolean {
  const { top, bottom, left, right } = frame.getBoundingClientRect()
  const isWider = frame.scrollWidth > frame.clientWidth
  const [byX, byY] = [isWider ? scrollBy(x, left, right) : 0, scrollBy(y, top, bottom)]
  frame.scrollBy(byX, byY)
  return byX !== 0 || byY !== 0
}

/** Where a drag leads that begins with this press. */
export type Aim = (
  grid: HTMLElement,
  press: PointerEvent<HTMLElement>,
  appointment: Appointment,
) => (point: Point) => Placement

/** To another time, day or lane, to any time of a day, or by the bottom edge to another end. */
export const aimAtTime: Aim = (grid, { currentTarget, clientX, clientY, pointerType }, appointment) => {
  const { bottom } = currentTarget.getBoundingClientRect()
  const zone = edgeHeight[pointerType === 'mouse' ? 'mouse' : 'touch']
  const isResize = clientY > bottom - zone && !currentTarget.dataset.cut
  const start = locate(grid, { x: clientX, y: clientY })
  const slotUnder = ({ index, day, minute, isAnytime }: ReturnType<typeof locate>): Slot => {
    if (isResize) return endSlotAt(appointment, day, minute)
    if (isAnytime) return onDay(toAnytime(appointment), day)
    if (appointment.anytime) return slotAt(appointment, day, minute)
    const days = day === start.day ? 0 : index - start.index
    return moveSlot(appointment, { days, minutes: minute - start.minute })
  }
  return (point) => {
    const at = locate(grid, point)
    const crew = appointment.assigneeIds
    return placementOf({
      ...slotUnder(at),
      assigneeIds: isResize ? crew : reassign(crew, start.lane, at.lane),
    })
  }
}

type DragOptions = {
  onDraft: (appointment: Appointment, placement: Placement) => void
  onDrop: (appointment: Appointment, placement: Placement) => void
  onAbort: () => void
}

/** Drags an open appointment to where the view aims. */
export function useDrag(
  frame: RefObject<HTMLElement | null>,
  aim: Aim,
  { onDraft, onDrop, onAbort }: DragOptions,
) {
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
    let last: Point = { x: press.clientX, y: press.clientY }
    const placementAt = aim(grid, press, appointment)
    let placement = placementOf(appointment)
    let scrolling = 0
    const update = () => {
      placement = placementAt(last)
      onDraft(appointment, placement)
    }
    const stop = () => {
      dragging.current = false
      window.clearInterval(scrolling)
    }
    followDrag(press, {
      onStart: () => {
        dragging.current = true
        navigator.vibrate?.(10)
        scrolling = window.setInterval(() => scrollNear(grid, last) && update(), frameMs)
        onDraft(appointment, placement)
      },
      onMove: (point) => {
        last = point
        update()
      },
      onDrop: () => {
        stop()
        onDrop(appointment, placement)
      },
      onAbort: () => {
        stop()
        onAbort()
      },
    })
  }
}
