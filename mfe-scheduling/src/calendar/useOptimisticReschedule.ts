import { ApiError, toast } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { byDate, hasDate } from '../appointments/appointment.ts'
import { appointmentsKey, editAppointment } from '../appointments/queries.ts'
import { formatSlot } from './format.ts'
import { isSameSlot, type Slot, withMoved } from './slot.ts'

type Moves = ReadonlyMap<number, { appointment: Appointment; slot: Slot }>

const without = (moves: Moves, id: number, slot: Slot): Moves =>
  moves.get(id)?.slot === slot ? new Map([...moves].filter(([other]) => other !== id)) : moves

const versionKey = (id: number, etag: string) => `${id} ${etag}`

/** The version that this window's own moves led to, so that a second move builds on the first. */
function latestOwnVersion(ownMoves: ReadonlyMap<string, string>, id: number, etag: string): string {
  const next = ownMoves.get(versionKey(id, etag))
  return next === undefined ? etag : latestOwnVersion(ownMoves, id, next)
}

/**
 * Shows a move at once and sends it, one move after the other; a move that fails is put back. The notification offers to
 * text the customer.
 */
export function useOptimisticReschedule(
  appointments: readonly Appointment[],
  onText: (appointment: Appointment) => void,
) {
  const queryClient = useQueryClient()
  const refetch = () => queryClient.invalidateQueries({ queryKey: appointmentsKey })
  const [moves, setMoves] = useState<Moves>(new Map())
  const [announcement, announce] = useState('')
  const ownMoves = useRef(new Map<string, string>())
  const { mutateAsync } = useMutation({
    mutationFn: async ({ id, slot, etag }: { id: number; slot: Slot; etag: string }) => {
      const from = latestOwnVersion(ownMoves.current, id, etag)
      const { etag: to } = await editAppointment(id, slot, from)
      if (to !== from) ownMoves.current.set(versionKey(id, from), to)
    },
    scope: { id: 'calendar' },
  })
  const displayed = useMemo(() => {
    const moved = [...moves.values()].reduce(
      (all, { appointment, slot }) => withMoved(all, appointment, slot),
      appointments,
    )
    return moved.filter(hasDate).sort(byDate)
  }, [appointments, moves])

  const send = async (appointment: Appointment, before: Slot, after: Slot): Promise<boolean> => {
    const { id, etag } = appointment
    setMoves((old) => new Map(old).set(id, { appointment, slot: after }))
    try {
      await mutateAsync({ id, slot: after, etag })
      await refetch()
      return true
    } catch (error) {
      const description = await explainFailure(error as Error, before)
      toast({ title: 'Appointment not moved', description, tone: 'destructive' })
      return false
    } finally {
      // the list renders in the next task; until then the move must stay
      setTimeout(() => setMoves((old) => without(old, id, after)))
    }
  }
  const explainFailure = async (error: Error, before: Slot): Promise<string> => {
    if (!(error instanceof ApiError && error.status === 412))
      return `Moved back to ${formatSlot(before)}. ${error.message}`
    await refetch()
    return 'Someone else just changed this appointment. Showing the latest.'
  }
  const reschedule = async (appointment: Appointment, after: Slot) => {
    const { scheduledDate, duration } = appointment
    const before = { scheduledDate, duration }
    if (isSameSlot(before, after)) return
    announce(`Moved to ${formatSlot(after)}`)
    if (!(await send(appointment, before, after))) return
    const undo = async () => {
      announce(`Moved back to ${formatSlot(before)}`)
      if (await send(appointment, after, before))
        toast({ title: 'Moved back', description: formatSlot(before) })
    }
    const isPast = Date.parse(after.scheduledDate) < Date.now()
    toast({
      title: 'Appointment moved',
      description: `${formatSlot(after)}${isPast ? ', which is in the past' : ''}. The customer was not notified.`,
      action: { label: 'Undo', onSelect: () => void undo() },
      // a longer appointment still begins when the customer expects it
      ...(after.scheduledDate !== before.scheduledDate &&
        !isPast && {
          secondAction: {
            label: 'Text the new time',
            onSelect: () => onText({ ...appointment, ...after }),
          },
        }),
    })
  }
  return { displayed, reschedule, announcement, announce }
}
