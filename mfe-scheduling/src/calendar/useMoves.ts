import type { Appointment } from '@plumbline/scheduling/api'
import { type RefObject, useMemo, useState } from 'react'
import type { Draft } from './DayColumn.tsx'
import type { Lane, Placement } from './lanes.ts'
import { withMoved } from './slot.ts'
import { type LaneAxis, useCalendarKeys } from './useCalendarKeys.ts'
import { type Aim, useDrag } from './useDrag.ts'

export type MovesOptions = {
  appointments: readonly Appointment[]
  days: readonly string[]
  canEdit: boolean
  onMove: (appointment: Appointment, placement: Placement) => void
  /** Shows another day in the same view. */
  onDay: (day: string) => void
  announce: (text: string) => void
}

type ViewOptions = {
  aim: Aim
  laneAxis: LaneAxis
  lanesOf: (displayed: readonly Appointment[]) => readonly (Lane | undefined)[]
}

/** What is moved in a view by a drag or by keys, and where it is meanwhile. */
export function useMoves(
  grid: RefObject<HTMLElement | null>,
  { appointments, days, canEdit, onMove, onDay, announce }: MovesOptions,
  { aim, laneAxis, lanesOf }: ViewOptions,
) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const onDrop = (appointment: Appointment, placement: Placement) => {
    setDraft(null)
    onMove(appointment, placement)
  }
  const press = useDrag(grid, aim, {
    onDraft: (appointment, placement) => setDraft({ appointment, placement, by: 'pointer' }),
    onDrop,
    onAbort: () => setDraft(null),
  })
  const keyDraft = draft?.by === 'keys' ? draft : null
  const displayed = useMemo(
    () => (keyDraft ? withMoved(appointments, keyDraft.appointment, keyDraft.placement) : appointments),
    [appointments, keyDraft],
  )
  const lanes = lanesOf(displayed)
  const onKeyDown = useCalendarKeys(grid, {
    ...{ appointments: displayed, days, lanes, laneAxis, canMove: canEdit },
    ...{ draft, setDraft, onDrop, onDay, announce },
  })
  return { draft, displayed, lanes, press, onKeyDown }
}
