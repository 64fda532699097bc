import type { Appointment } from '@plumbline/scheduling/api'
import type { PointerEvent } from 'react'

export type Press = (event: PointerEvent<HTMLElement>, appointment: Appointment) => void

/** In the hand, or the place that it would leave. */
export type Drag = 'held' | 'left'

type Block = {
  appointment: Appointment
  isMovable: boolean
  drag: Drag | undefined
  onPress?: Press | undefined
}

/** What the link of an appointment has in every view of the calendar: the page it leads to, and what a drag and its styles need. */
export const blockLink = ({ appointment, isMovable, drag, onPress }: Block) => ({
  to: `/appointments/${appointment.id}`,
  draggable: false,
  'data-appointment': appointment.id,
  'data-status': appointment.status,
  'data-movable': isMovable || undefined,
  'data-held': drag === 'held' || undefined,
  'data-left': drag === 'left' || undefined,
  onPointerDown:
    isMovable && onPress ? (event: PointerEvent<HTMLElement>) => onPress(event, appointment) : undefined,
})
