import { ApiError, toast } from '@plumbline/contract'
import { formatSlot } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { byDate, hasDate } from '../appointments/appointment.ts'
import { appointmentQuery, appointmentsKey, editAppointment } from '../appointments/queries.ts'
import { useTeam } from '../team/team.ts'
import { givenText, isSameCrew, type Placement, placementOf, placementText } from './lanes.ts'
import { isSameSlot, isSameStart, withMoved } from './slot.ts'

type Move = { appointment: Appointment; from: Placement; to: Placement; isUndo?: boolean }

const mutationKey = [...appointmentsKey, 'move']

/** Time and duration always; the other fields where they differ. */
function changeOf(
  from: Placement,
  { scheduledDate, duration, arrivalWindow, anytime, assigneeIds }: Placement,
) {
  const isPromised = from.arrivalWindow === arrivalWindow && from.anytime === anytime
  return {
    scheduledDate,
    duration,
    ...(!isPromised && { arrivalWindow, anytime }),
    assigneeIds: assigneeIds.join() === from.assigneeIds.join() ? undefined : assigneeIds,
  }
}

/** The version that this window's own moves led to, so that a second move builds on the first. */
function latestOwnVersion(ownVersions: ReadonlyMap<string, string>, etag: string): string {
  const next = ownVersions.get(etag)
  return next === undefined ? etag : latestOwnVersion(ownVersions, next)
}

/**
 * Shows a move to another time or crew at once and sends it, one move after the other; a move that fails is put back. The
 * notification offers to text the customer.
 */
export function useOptimisticReschedule(
  appointments: readonly Appointment[],
  onText: (appointment: Appointment) => void,
) {
  const queryClient = useQueryClient()
  const team = useTeam()
  const refetch = () => queryClient.invalidateQueries({ queryKey: appointmentsKey })
  const [announcement, announce] = useState('')
  const ownVersions = useRef(new Map<string, string>())
  // pending, and so shown, until the list has been fetched again
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'calendar' },
    mutationFn: async ({ appointment: { id, etag }, from, to }: Move) => {
      const before = latestOwnVersion(ownVersions.current, etag)
      const { etag: after } = await editAppointment(id, changeOf(from, to), before)
      if (after !== before) ownVersions.current.set(before, after)
    },
    onSuccess: async (_, move) => {
      await refetch()
      if (move.isUndo) toast({ title: 'Moved back', description: placementText(move.to, move.from, team) })
      else notifyMoved(move)
    },
    onError: async (error, { appointment, from, to }) => {
      const isOutdated = error instanceof ApiError && error.status === 412
      if (isOutdated) await refetch()
      const description = isOutdated
        ? `Someone else just changed this appointment. Showing the latest.${await latestCrew(appointment)}`
        : `Moved back to ${placementText(from, to, team)}. ${error.message}`
      toast({ title: 'Appointment not moved', description, tone: 'destructive' })
    },
  })
  const latestCrew = async ({ id }: Appointment) => {
    const latest = team && (await queryClient.fetchQuery(appointmentQuery(String(id))).catch(() => null))
    return latest ? ` Who does it: ${team.crewText(latest.value.assigneeIds)}.` : ''
  }
  const notifyMoved = ({ appointment, from, to }: Move) => {
    const isPast = Date.parse(to.scheduledDate) < Date.now()
    toast({
      title: team && !isSameCrew(from, to) ? givenText(to.assigneeIds, team) : 'Appointment moved',
      description: `${formatSlot(to)}${isPast ? ', which is in the past' : ''}. The customer was not notified.`,
      action: {
        label: 'Undo',
        onSelect: () => {
          announce(`Moved back to ${placementText(from, to, team)}`)
          mutate({ appointment, from: to, to: from, isUndo: true })
        },
      },
      // a longer appointment still begins when the customer expects it
      secondAction:
        isSameStart(from, to) || isPast
          ? undefined
          : { label: 'Text the new time', onSelect: () => onText({ ...appointment, ...to }) },
    })
  }
  const moves = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  })
  const displayed = useMemo(
    () =>
      moves
        .reduce((all, { appointment, to }) => withMoved(all, appointment, to), appointments)
        .filter(hasDate)
        .sort(byDate),
    [appointments, moves],
  )
  const reschedule = (appointment: Appointment, to: Placement) => {
    const from = placementOf(appointment)
    const isGiven = team && !isSameCrew(from, to)
    if (isSameSlot(from, to) && !isGiven) return
    announce(isGiven ? `${givenText(to.assigneeIds, team)}, ${formatSlot(to)}` : `Moved to ${formatSlot(to)}`)
    mutate({ appointment, from, to })
  }
  return { displayed, reschedule, announcement, announce }
}
