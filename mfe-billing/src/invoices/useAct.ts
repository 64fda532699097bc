import type { InvoiceDetails } from '@plumbline/billing/api'
import { toast } from '@plumbline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { refresh } from './queries.ts'

type Work = () => Promise<InvoiceDetails>
type Done = (invoice: InvoiceDetails) => void

/** Does one thing with an invoice, and shows everything anew. */
export function useAct() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ work, done }: { work: Work; done?: Done | undefined }) => {
      const invoice = await work()
      await refresh(queryClient)
      done?.(invoice)
    },
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  return { act: (work: Work, done?: Done) => mutate({ work, done }), acting: isPending }
}
