import { dayInNewYork, dayLater } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import type { Draft } from './DayColumn.tsx'
import { isMovable, lengthened, type Slot, shifted, step } from './moving.ts'
import { besides, blocksIn } from './walking.ts'
import { whenOf } from './words.ts'

const moves: Record<string, { days: number; minutes: number }> = {
  ArrowUp: { days: 0, minutes: -step },
  ArrowDown: { days: 0, minutes: step },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
}

type KeysOptions = {
  appointments: readonly Appointment[]
  days: readonly string[]
  draft: Draft | null
  setDraft: (draft: Draft | null) => void
  onDrop: (appointment: Appointment, slot: Slot) => void
  onDay: (day: string) => void
  onSay: (words: string) => void
}

/** Arrows walk among appointments; with Alt they carry one, which is put down when Alt is let go. */
export function useKeys(grid: RefObject<HTMLElement | null>, options: KeysOptions) {
  const { appointments, days, draft, setDraft, onDrop, onDay, onSay } = options
  const carried = useRef(0)
  useEffect(() => {
    if (carried.current === 0) return
    const link = grid.current?.querySelector<HTMLElement>(`[data-appointment="${carried.current}"]`)
    // what is carried to another day is another element there, and the focus was lost with the one before
    if (document.activeElement === document.body) link?.focus()
    if (link && !draft) carried.current = 0
  })
  useEffect(() => {
    if (draft?.by !== 'keys') return
    const over = new AbortController()
    const drop = () => onDrop(draft.appointment, draft.slot)
    const up = ({ key }: Event & { key?: string }) => key === 'Alt' && drop()
    window.addEventListener('keyup', up as EventListener, { signal: over.signal })
    window.addEventListener('blur', drop, { signal: over.signal })
    return () => over.abort()
  })

  const carry = (appointment: Appointment, by: { days: number; minutes: number }, shift: boolean) => {
    if (!isMovable(appointment)) return onSay('Only what is scheduled or in progress can be moved')
    const held = draft?.appointment.id === appointment.id ? draft : { appointment, slot: appointment }
    const slot = shift ? lengthened(held.slot, by.minutes) : shifted(held.slot, by)
    const day = dayInNewYork(new Date(slot.scheduledDate))
    carried.current = appointment.id
    setDraft({ appointment: held.appointment, slot, by: 'keys' })
    onSay(whenOf(slot))
    if (!days.includes(day)) onDay(day)
  }

  return (event: KeyboardEvent<HTMLElement>) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey, currentTarget } = event
    const link = (event.target as HTMLElement).closest<HTMLElement>('[data-appointment]')
    const by = moves[key]
    if (draft && key === 'Escape') {
      event.preventDefault()
      setDraft(null)
      return onSay('Not moved')
    }
    if (link && key === 'Alt') event.preventDefault()
    if (!by || ctrlKey || metaKey || (shiftKey && !altKey)) return
    const walk = () => onDay(dayLater(days[0] ?? '', by.days * days.length))
    if (!link) {
      if (altKey || by.days === 0) return
      event.preventDefault()
      return walk()
    }
    event.preventDefault()
    if (altKey) {
      const appointment = appointments.find(({ id }) => String(id) === link.dataset.appointment)
      if (appointment && !(shiftKey && by.days !== 0)) carry(appointment, by, shiftKey)
      return
    }
    const all = blocksIn(currentTarget)
    const next = by.days === 0 ? all[all.indexOf(link) + Math.sign(by.minutes)] : besides(link, by.days)
    if (next) next.focus()
    else if (by.days !== 0) {
      currentTarget.focus()
      walk()
    }
  }
}
