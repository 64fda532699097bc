import type { Appointment } from '@plumbline/scheduling/api'
import { segmentsOn } from './daySegments.ts'
import type { Point } from './followDrag.ts'
import { type Placement, placementOf, readLane, reassign } from './lanes.ts'
import { moveSlot } from './slot.ts'
import type { Aim } from './useDrag.ts'

/** The appointments of these days, each once. */
export const jobsOf = (appointments: readonly Appointment[], days: readonly string[]): Appointment[] => [
  ...new Set(days.flatMap((day) => segmentsOn(appointments, day).map(({ appointment }) => appointment))),
]

/** A day of a member. */
export type Cell = { day: string; lane: string | undefined }

/** At the same time of another day, and given to the member of the row; a crew keeps its others. */
export function placementIn(appointment: Appointment, from: Cell, to: Cell): Placement {
  const days = (Date.parse(to.day) - Date.parse(from.day)) / 86_400_000
  return placementOf({
    ...moveSlot(appointment, { days, minutes: 0 }),
    assigneeIds: reassign(appointment.assigneeIds, readLane(from.lane), readLane(to.lane)),
  })
}

function cellOf(element: Element | null | undefined): Cell | undefined {
  const { day, lane } = element?.closest<HTMLElement>('[data-day]')?.dataset ?? {}
  return day === undefined ? undefined : { day, lane }
}

/** To the cell under the pointer; outside of all, to the last one. */
export const aimAtCell: Aim = (_, press, appointment) => {
  const start = cellOf(press.currentTarget)
  let last = start
  return ({ x, y }: Point) => {
    last = cellOf(document.elementFromPoint(x, y)) ?? last
    return start && last ? placementIn(appointment, start, last) : placementOf(appointment)
  }
}
