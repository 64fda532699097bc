import { useAction } from '@plumbline/contract/action'
import { formatInSentence } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { confirm } from '@plumbline/ui'
import { appointmentsKey, cancelAppointment, deleteAppointment } from './queries.ts'

type AppointmentSummary = Pick<Appointment, 'id' | 'etag' | 'title' | 'scheduledDate'>

const refetch = [appointmentsKey]

/** Cancels after a confirmation; the customer is notified. */
export function useCancelAppointment(onDone?: (id: number) => unknown) {
  const { run, pending } = useAction((appointment: AppointmentSummary) => cancelAppointment(appointment), {
    refetch,
    success: 'Appointment has been cancelled and customer notified.',
    failure: 'Failed to cancel appointment. Please try again.',
    onDone: (_, { id }) => onDone?.(id),
  })
  const cancel = async (appointment: AppointmentSummary) => {
    const isConfirmed = await confirm({
      title: 'Cancel Appointment',
      text: `Are you sure you want to cancel this appointment? The customer will be notified by email and SMS. This action cannot be undone. (${appointment.title}, ${formatInSentence(appointment)})`,
      action: 'Cancel Appointment',
      keep: 'Keep Appointment',
      danger: true,
    })
    if (isConfirmed) run(appointment)
  }
  return { cancel, pending }
}

/** Deletes after a confirmation. */
export function useDeleteAppointment(onDone: () => unknown) {
  const { run, pending } = useAction((appointment: AppointmentSummary) => deleteAppointment(appointment), {
    refetch,
    success: 'Appointment has been deleted successfully.',
    failure: 'Failed to delete appointment. Please try again.',
    onDone,
  })
  const remove = async (appointment: AppointmentSummary) => {
    const isConfirmed = await confirm({
      title: 'Delete Appointment',
      text: 'Are you sure you want to delete this appointment? This action cannot be undone.',
      action: 'Delete',
      danger: true,
    })
    if (isConfirmed) run(appointment)
  }
  return { remove, pending }
}
