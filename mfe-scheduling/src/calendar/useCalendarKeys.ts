import { dayAt, dayLater } from '@plumbline/contract'
import { formatSlot, type Slot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { isOpen } from '../appointments/appointment.ts'
import type { Draft } from './DayColumn.tsx'
import { blocksIn, nearestInNextDay } from './keyboardNavigation.ts'
import { moveSlot, resizeSlot, stepMinutes } from './slot.ts'

const moves: Record<string, { days: number; minutes: number }> = {
  ArrowUp: { days: 0, minutes: -stepMinutes },
  ArrowDown: { days: 0, minutes: stepMinutes },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
}

type CalendarKeysOptions = {
  appointments: readonly Appointment[]
  days: readonly string[]
  draft: Draft | null
  setDraft: (draft: Draft | null) => void
  onDrop: (appointment: Appointment, slot: Slot) => void
  onDay: (day: string) => void
  announce: (text: string) => void
}

/** Arrows move the focus between appointments; with Alt they move the appointment, until Alt is released. */
export function useCalendarKeys(grid: RefObject<HTMLElement | null>, options: CalendarKeysOptions) {
  const { appointments, days, draft, setDraft, onDrop, onDay, announce } = options
  const movedId = useRef(0)
  useEffect(() => {
    if (movedId.current === 0) return
    const link = grid.current?.querySelector<HTMLElement>(`[data-appointment="${movedId.current}"]`)
    // on another day it is another element, and the focus was lost with the one before
    if (document.activeElement === document.body) link?.focus()
    if (link && !draft) movedId.current = 0
  })
  useEffect(() => {
    if (draft?.by !== 'keys') return
    const stop = new AbortController()
    const drop = () => onDrop(draft.appointment, draft.slot)
    const up = ({ key }: Event & { key?: string }) => key === 'Alt' && drop()
    window.addEventListener('keyup', up as EventListener, { signal: stop.signal })
    window.addEventListener('blur', drop, { signal: stop.signal })
    return () => stop.abort()
  })

  const moveBy = (appointment: Appointment, by: { days: number; minutes: number }, isResize: boolean) => {
    if (!isOpen(appointment)) return announce('Only scheduled or in-progress appointments can be moved')
    const current = draft?.appointment.id === appointment.id ? draft : { appointment, slot: appointment }
    const slot = isResize ? resizeSlot(current.slot, by.minutes) : moveSlot(current.slot, by)
    const day = dayAt(new Date(slot.scheduledDate))
    movedId.current = appointment.id
    setDraft({ appointment: current.appointment, slot, by: 'keys' })
    announce(formatSlot(slot))
    if (!days.includes(day)) onDay(day)
  }

  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey, currentTarget } = event
    const link = (event.target as HTMLElement).closest<HTMLElement>('[data-appointment]')
    const by = moves[key]
    if (draft && key === 'Escape') {
      event.preventDefault()
      setDraft(null)
      return announce('Not moved')
    }
    if (link && key === 'Alt') event.preventDefault()
    if (!by || ctrlKey || metaKey || (shiftKey && !altKey)) return
    const goToNextDays = () => onDay(dayLater(days[0] ?? '', by.days * days.length))
    if (!link) {
      if (altKey || by.days === 0) return
      event.preventDefault()
      return goToNextDays()
    }
    event.preventDefault()
    if (altKey) {
      const appointment = appointments.find(({ id }) => String(id) === link.dataset.appointment)
      if (appointment && !(shiftKey && by.days !== 0)) moveBy(appointment, by, shiftKey)
      return
    }
    const all = blocksIn(currentTarget)
    const next =
      by.days === 0 ? all[all.indexOf(link) + Math.sign(by.minutes)] : nearestInNextDay(link, by.days)
    if (next) next.focus()
    else if (by.days !== 0) {
      currentTarget.focus()
      goToNextDays()
    }
  }
}
