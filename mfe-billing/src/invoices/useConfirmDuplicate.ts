import { formatMoney } from '@plumbline/contract/money'
import { confirm } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { appointmentInvoicesQuery } from './queries.ts'

/** Asks before an appointment is invoiced a second time. What it has is asked of the server, for no news may have arrived. */
export function useConfirmDuplicate() {
  const queryClient = useQueryClient()
  return async ({ appointmentId }: { appointmentId: number | string }): Promise<boolean> => {
    if (!appointmentId) return true
    const query = { ...appointmentInvoicesQuery(Number(appointmentId)), staleTime: 0 }
    const existing = await queryClient.fetchQuery(query).catch(() => 'unknown' as const)
    if (existing === 'unknown')
      return confirm({
        title: 'Create this invoice?',
        text: 'Could not check whether this job is invoiced already.',
        action: 'Create invoice anyway',
      })
    if (existing.length === 0) return true
    const names = existing.map(({ id, totalAmount }) => `Invoice #${id} for ${formatMoney(totalAmount)}`)
    return confirm({
      title: 'Invoice this job again?',
      text: `It already has ${names.join(' and ')}.`,
      action: 'Create another invoice',
    })
  }
}
