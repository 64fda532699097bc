import { toast } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { confirm } from '@plumbline/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { whenOf } from './appointment.ts'
import { cancel, refresh, remove } from './queries.ts'

const failed = (fallback: string) => (error: Error) =>
  toast({ title: 'Error', description: error.message || fallback, tone: 'destructive' })

type Named = Pick<Appointment, 'id' | 'title' | 'scheduledDate'>

/** Cancels after asking; the customer is told. */
export function useCancel(onDone = () => {}) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => cancel(id),
    onSuccess: () => {
      void refresh(queryClient)
      toast({ title: 'Success!', description: 'Appointment has been cancelled and customer notified.' })
      onDone()
    },
    onError: failed('Failed to cancel appointment. Please try again.'),
  })
  const ask = async (appointment: Named) => {
    const yes = await confirm({
      title: 'Cancel Appointment',
      text: `Are you sure you want to cancel this appointment? The customer will be notified by email and SMS. This action cannot be undone. (${appointment.title}, ${whenOf(appointment)})`,
      action: 'Cancel Appointment',
      keep: 'Keep Appointment',
      danger: true,
    })
    if (yes) mutate(appointment.id)
  }
  return { cancel: ask, cancelling: isPending }
}

/** Deletes after asking. */
export function useDelete(onDone: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => remove(id),
    onSuccess: () => {
      toast({ title: 'Success!', description: 'Appointment has been deleted successfully.' })
      onDone()
      void refresh(queryClient)
    },
    onError: failed('Failed to delete appointment. Please try again.'),
  })
  const ask = async (appointment: Named) => {
    const yes = await confirm({
      title: 'Delete Appointment',
      text: 'Are you sure you want to delete this appointment? This action cannot be undone.',
      action: 'Delete',
      danger: true,
    })
    if (yes) mutate(appointment.id)
  }
  return { remove: ask, removing: isPending }
}
