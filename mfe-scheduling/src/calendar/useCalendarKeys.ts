import { dayAt, dayLater } from '@plumbline/contract'
import type { Slot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { isOpen } from '../appointments/appointment.ts'
import { useTeam } from '../team/team.ts'
import type { Draft } from './DayColumn.tsx'
import { blocksByColumn, nearestInNextColumn } from './keyboardNavigation.ts'
import {
  type Lane,
  type Placement,
  placementOf,
  placementText,
  readLane,
  reassign,
  toAnytime,
} from './lanes.ts'
import { moveSlot, resizeSlot, stepMinutes } from './slot.ts'

const moves: Record<string, { days: number; minutes: number }> = {
  ArrowUp: { days: 0, minutes: -stepMinutes },
  ArrowDown: { days: 0, minutes: stepMinutes },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
}

/** From the row of any time an arrow leads down onto the grid, and to other days in the row. */
function slotAfter(slot: Slot, by: { days: number; minutes: number }, isResize: boolean): Slot {
  if (slot.anytime && by.minutes !== 0)
    return by.minutes > 0 && !isResize ? { ...slot, anytime: false } : slot
  return isResize ? resizeSlot(slot, by.minutes) : moveSlot(slot, by)
}

/** Lanes are beside each other, on one day, or below each other. */
export type LaneAxis = 'columns' | 'rows'

type CalendarKeysOptions = {
  appointments: readonly Appointment[]
  days: readonly string[]
  lanes: readonly (Lane | undefined)[]
  laneAxis: LaneAxis
  canMove: boolean
  draft: Draft | null
  setDraft: (draft: Draft | null) => void
  onDrop: (appointment: Appointment, placement: Placement) => void
  onDay: (day: string) => void
  announce: (text: string) => void
}

/** Arrows move the focus between appointments; with Alt they move the appointment, and A to any time of its day or from it, until Alt is released. */
export function useCalendarKeys(grid: RefObject<HTMLElement | null>, options: CalendarKeysOptions) {
  const { appointments, days, lanes, laneAxis, canMove, draft, setDraft, onDrop, onDay, announce } = options
  const team = useTeam()
  const movedId = useRef(0)
  const movedLanes = useRef<{ from: Lane | undefined; to: Lane | undefined }>({
    from: undefined,
    to: undefined,
  })
  useEffect(() => {
    if (movedId.current === 0) return
    const { to } = movedLanes.current
    const column = to === undefined ? '' : `[data-lane="${to}"] `
    const link = grid.current?.querySelector<HTMLElement>(`${column}[data-appointment="${movedId.current}"]`)
    // on another day or in another lane it is another element, and the focus was lost with the one before
    if (document.activeElement === document.body) link?.focus()
    if (link && !draft) movedId.current = 0
  })
  useEffect(() => {
    if (draft?.by !== 'keys') return
    const stop = new AbortController()
    const drop = () => onDrop(draft.appointment, draft.placement)
    const up = ({ key }: Event & { key?: string }) => key === 'Alt' && drop()
    window.addEventListener('keyup', up as EventListener, { signal: stop.signal })
    window.addEventListener('blur', drop, { signal: stop.signal })
    return () => stop.abort()
  })

  const moveBy = (
    appointment: Appointment,
    lane: Lane | undefined,
    by: { days: number; minutes: number },
    isResize: boolean,
  ) => {
    if (!canMove) return
    if (!isOpen(appointment)) return announce('Only scheduled or in-progress appointments can be moved')
    const isDrafted = draft?.appointment.id === appointment.id
    const current = isDrafted ? draft : { appointment, placement: placementOf(appointment) }
    const before = current.appointment
    const isAcross = laneAxis === 'rows' ? by.minutes !== 0 : by.days !== 0 && lanes.length > 1
    const from = isDrafted ? movedLanes.current.from : lane
    const to = isAcross ? lanes[lanes.indexOf(lane) + (Math.sign(by.minutes) || by.days)] : lane
    if (isAcross && to === undefined) return
    const slot = isAcross ? current.placement : slotAfter(current.placement, by, isResize)
    const placement = placementOf({ ...slot, assigneeIds: reassign(before.assigneeIds, from, to) })
    show(before, placement)
    movedLanes.current = { from, to }
  }
  const toggleAnytime = (appointment: Appointment, lane: Lane | undefined) => {
    if (!canMove || !isOpen(appointment)) return
    const isDrafted = draft?.appointment.id === appointment.id
    const current = isDrafted ? draft : { appointment, placement: placementOf(appointment) }
    const { placement } = current
    if (!isDrafted) movedLanes.current = { from: lane, to: lane }
    show(current.appointment, placement.anytime ? { ...placement, anytime: false } : toAnytime(placement))
  }
  const show = (before: Appointment, placement: Placement) => {
    const day = dayAt(new Date(placement.scheduledDate))
    movedId.current = before.id
    setDraft({ appointment: before, placement, by: 'keys' })
    announce(placementText(placement, before, team))
    if (!days.includes(day)) onDay(day)
  }

  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, code, altKey, shiftKey, ctrlKey, metaKey, currentTarget } = event
    const link = (event.target as HTMLElement).closest<HTMLElement>('[data-appointment]')
    const by = moves[key]
    if (draft && key === 'Escape') {
      event.preventDefault()
      setDraft(null)
      return announce('Not moved')
    }
    if (link && key === 'Alt') event.preventDefault()
    const blockOf = ({ dataset }: HTMLElement) =>
      appointments.find(({ id }) => String(id) === dataset.appointment)
    const lane = readLane(link?.closest<HTMLElement>('[data-day]')?.dataset.lane)
    // the key itself: with Alt it may write another letter
    if (link && altKey && code === 'KeyA') {
      event.preventDefault()
      const appointment = blockOf(link)
      return appointment && toggleAnytime(appointment, lane)
    }
    if (!by || ctrlKey || metaKey || (shiftKey && !altKey)) return
    const goToNextDays = () => onDay(dayLater(days[0] ?? '', by.days * days.length))
    if (!link) {
      if (altKey || by.days === 0) return
      event.preventDefault()
      return goToNextDays()
    }
    event.preventDefault()
    if (altKey) {
      const appointment = blockOf(link)
      if (appointment && !(shiftKey && by.days !== 0)) moveBy(appointment, lane, by, shiftKey)
      return
    }
    const all = blocksByColumn(currentTarget)
    const next =
      by.days === 0 ? all[all.indexOf(link) + Math.sign(by.minutes)] : nearestInNextColumn(link, by.days)
    if (next) next.focus()
    else if (by.days !== 0) {
      currentTarget.focus()
      goToNextDays()
    }
  }
}
