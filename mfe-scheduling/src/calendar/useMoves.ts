import { ApiError, toast } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import { move as moveOnServer, refresh } from '../appointments/queries.ts'
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

const isPast = ({ scheduledDate }: Slot) => Date.parse(scheduledDate) < Date.now()

const nameOf = (id: number, etag: string) => `${id} ${etag}`

/** What an appointment became by this window's own moves since it was seen: a second move goes on from the first. */
function newestOwn(own: ReadonlyMap<string, string>, id: number, seen: string): string {
  const next = own.get(nameOf(id, seen))
  return next === undefined ? seen : newestOwn(own, id, next)
}

/** Moves at once what is shown, then on the server, where moves arrive in their order; what fails goes back. */
export function useMoves(appointments: readonly Appointment[]) {
  const queryClient = useQueryClient()
  const [moves, setMoves] = useState<Moves>(new Map())
  const [said, setSaid] = useState('')
  const own = useRef(new Map<string, string>())
  const { mutateAsync } = useMutation({
    mutationFn: async ({ id, changes, seen }: { id: number; changes: Partial<Slot>; seen: string }) => {
      const from = newestOwn(own.current, id, seen)
      const { etag } = await moveOnServer(id, changes, from)
      if (etag !== from) own.current.set(nameOf(id, from), etag)
    },
    scope: { id: 'calendar' },
  })
  const shown = useMemo(() => {
    const moved = appointments.map((it) => ({ ...it, ...moves.get(it.id) }))
    return moved.sort((a, b) => Date.parse(a.scheduledDate) - Date.parse(b.scheduledDate))
  }, [appointments, moves])

  const send = async ({ id, etag }: Appointment, before: Slot, after: Slot): Promise<boolean> => {
    setMoves((old) => new Map(old).set(id, after))
    try {
      await mutateAsync({ id, changes: changesOf(before, after), seen: etag })
      await refresh(queryClient)
      return true
    } catch (error) {
      const description = await putBack(error as Error, before)
      toast({ title: 'Appointment not moved', description, tone: 'destructive' })
      return false
    } finally {
      // the list is drawn in the next task; until then the move must still hold
      setTimeout(() => setMoves((old) => without(old, id, after)))
    }
  }
  /** What somebody else did meanwhile is shown instead. */
  const putBack = async (error: Error, before: Slot): Promise<string> => {
    if (!(error instanceof ApiError && error.status === 412))
      return `It is back at ${whenOf(before)}. ${error.message}`
    await refresh(queryClient)
    return 'Somebody else changed it meanwhile. It is shown as it is now.'
  }
  const move = async (appointment: Appointment, after: Slot) => {
    const { scheduledDate, duration } = appointment
    const before = { scheduledDate, duration }
    if (isSame(before, after)) return
    setSaid(`Moved to ${whenOf(after)}`)
    if (!(await send(appointment, before, after))) return
    const onSelect = async () => {
      setSaid(`Moved back to ${whenOf(before)}`)
      if (await send(appointment, after, before)) toast({ title: 'Moved back', description: whenOf(before) })
    }
    toast({
      title: 'Appointment moved',
      description: `${whenOf(after)}${isPast(after) ? ', which is in the past' : ''}. The customer was not notified.`,
      action: { label: 'Undo', onSelect: () => void onSelect() },
    })
  }
  return { shown, move, said, say: setSaid }
}
