import { call, toast } from '@plumbline/contract'
import { editAppointment, listCustomerAppointments } from '@plumbline/scheduling/api'
import { confirm } from '@plumbline/ui'
import type { QueryClient } from '@tanstack/react-query'

type Move = { customerId: number; from: string; to: string; queryClient: QueryClient }

/**
 * After a customer's address has changed: asks whether jobs that are planned at the former one move too. A job keeps the
 * address that it was booked for, so none moves by itself.
 */
export async function offerToMoveJobs({ customerId, from, to, queryClient }: Move): Promise<void> {
  const all = await call(listCustomerAppointments, { params: { id: customerId } })
  const now = Date.now()
  const jobs = all.filter(
    ({ status, address, scheduledDate }) =>
      status === 'scheduled' && address === from && Date.parse(scheduledDate) > now,
  )
  if (jobs.length === 0) return
  const count = jobs.length === 1 ? 'One upcoming job is' : `${jobs.length} upcoming jobs are`
  const isWanted = await confirm({
    title: 'Update upcoming jobs too?',
    text: `${count} planned at ${from}. The new address is ${to}.`,
    action: 'Update',
    keep: 'Keep the old address',
  })
  if (!isWanted) return
  const changes = jobs.map(({ id, etag }) =>
    call(editAppointment, { params: { id }, body: { address: to }, ifMatch: etag }),
  )
  const failed = (await Promise.allSettled(changes)).filter(({ status }) => status === 'rejected').length
  void queryClient.invalidateQueries({ queryKey: ['appointments'] })
  if (failed === 0) toast({ title: 'Success!', description: `The jobs are planned at ${to} now.` })
  else
    toast({
      title: 'Error',
      description: `${failed} of ${jobs.length} jobs could not be changed. Please open them and try again.`,
      tone: 'destructive',
    })
}
