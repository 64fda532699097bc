import { toast } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { edit, refresh } from '../appointments/queries.ts'
import { isSame, type Slot } from './moving.ts'
import { whenOf } from './words.ts'

type Moves = ReadonlyMap<number, Slot>

const without = (moves: Moves, id: number, slot: Slot): Moves =>
  moves.get(id) === slot ? new Map([...moves].filter(([other]) => other !== id)) : moves

/** Only what changed, so that somebody else's change of the rest stays. */
const changesOf = (before: Slot, after: Slot): Partial<Slot> => ({
  ...(before.scheduledDate !== after.scheduledDate && { scheduledDate: after.scheduledDate }),
  ...(before.duration !== after.duration && { duration: after.duration }),
})

/** Moves at once what is shown, then on the server, where moves arrive in their order; what fails goes back. */
export function useMoves(appointments: readonly Appointment[]) {
  const queryClient = useQueryClient()
  const [moves, setMoves] = useState<Moves>(new Map())
  const [said, setSaid] = useState('')
  const { mutateAsync } = useMutation({
    mutationFn: ({ id, changes }: { id: number; changes: Partial<Slot> }) => edit(id, changes),
    scope: { id: 'calendar' },
  })
  const shown = useMemo(() => {
    const moved = appointments.map((it) => ({ ...it, ...moves.get(it.id) }))
    return moved.sort((a, b) => Date.parse(a.scheduledDate) - Date.parse(b.scheduledDate))
  }, [appointments, moves])

  const send = async (id: number, before: Slot, after: Slot): Promise<boolean> => {
    setMoves((old) => new Map(old).set(id, after))
    try {
      await mutateAsync({ id, changes: changesOf(before, after) })
      await refresh(queryClient)
      return true
    } catch (error) {
      const description = `It is back at ${whenOf(before)}. ${(error as Error).message}`
      toast({ title: 'Appointment not moved', description, tone: 'destructive' })
      return false
    } finally {
      // the list is drawn in the next task; until then the move must still hold
      setTimeout(() => setMoves((old) => without(old, id, after)))
    }
  }
  const move = async (appointment: Appointment, after: Slot) => {
    const { id, scheduledDate, duration } = appointment
    const before = { scheduledDate, duration }
    if (isSame(before, after)) return
    setSaid(`Moved to ${whenOf(after)}`)
    if (!(await send(id, before, after))) return
    const onSelect = async () => {
      setSaid(`Moved back to ${whenOf(before)}`)
      if (await send(id, after, before)) toast({ title: 'Moved back', description: whenOf(before) })
    }
    toast({
      title: 'Appointment moved',
      description: `${whenOf(after)}. The customer was not told.`,
      action: { label: 'Undo', onSelect: () => void onSelect() },
    })
  }
  return { shown, move, said, say: setSaid }
}
