import { confirm } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { duplicateQuestion } from './comparison.ts'
import { appointmentInvoicesQuery, comparisonQuery } from './queries.ts'

const unknown = {
  title: 'Create this invoice?',
  text: 'Could not check whether this job is invoiced already.',
  action: 'Create invoice anyway',
}

/**
 * Asks before an appointment is invoiced a second time, by hand or from its quote. What it has is asked of the server, for no
 * news may have arrived.
 */
export function useConfirmDuplicate() {
  const queryClient = useQueryClient()
  const questionAbout = async (appointmentId: string) => {
    const [invoices, comparison] = await Promise.all([
      queryClient.fetchQuery({ ...appointmentInvoicesQuery(Number(appointmentId)), staleTime: 0 }),
      queryClient.fetchQuery({ ...comparisonQuery({ appointmentId }), staleTime: 0 }),
    ])
    return duplicateQuestion(invoices, comparison)
  }
  return async ({ appointmentId }: { appointmentId: number | string }): Promise<boolean> => {
    if (!appointmentId) return true
    const question = await questionAbout(String(appointmentId)).catch(() => unknown)
    return question === null || confirm(question)
  }
}
