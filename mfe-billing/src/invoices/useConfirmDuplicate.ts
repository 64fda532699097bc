import { formatMoney } from '@plumbline/contract'
import { confirm } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { invoicesOfAppointment } from './invoice.ts'
import { customerInvoicesQuery } from './queries.ts'

type Invoiced = { customerId: number | null; appointmentId: number | string }

/** Asks before an appointment is invoiced a second time. */
export function useConfirmDuplicate() {
  const queryClient = useQueryClient()
  return async ({ customerId, appointmentId }: Invoiced): Promise<boolean> => {
    if (!appointmentId) return true
    const query = customerInvoicesQuery(String(customerId))
    const invoices = await queryClient.fetchQuery(query).catch(() => 'unknown' as const)
    if (invoices === 'unknown')
      return confirm({
        title: 'Create this invoice?',
        text: 'Could not check whether this job is invoiced already.',
        action: 'Create invoice anyway',
      })
    const existing = invoicesOfAppointment(invoices ?? [], Number(appointmentId))
    if (existing.length === 0) return true
    const names = existing.map(({ id, totalAmount }) => `Invoice #${id} for ${formatMoney(totalAmount)}`)
    return confirm({
      title: 'Invoice this job again?',
      text: `It already has ${names.join(' and ')}.`,
      action: 'Create another invoice',
    })
  }
}
