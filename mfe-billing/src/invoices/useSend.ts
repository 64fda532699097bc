import { toast } from '@plumbline/contract'
import { createContentKey } from '@plumbline/contract/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refresh, send } from './queries.ts'

/** Sends an invoice by e-mail, from a button or from the notice that it was issued. */
export function useSend() {
  const queryClient = useQueryClient()
  const [contentKey] = useState(createContentKey)
  const { mutate, isPending } = useMutation({
    mutationFn: (id: number) => send(id, contentKey.for(id)),
    onSuccess: (_, id) => {
      contentKey.renew()
      void refresh(queryClient)
      toast({ title: 'Success!', description: `Invoice #${id} is on its way by email.` })
    },
    onError: (error) => toast({ title: 'Error', description: error.message, tone: 'destructive' }),
  })
  return {
    send: mutate,
    sending: isPending,
    /** Says what was done, and offers to send it; the notice outlives the page. */
    offer: (id: number, description: string) =>
      toast({
        title: 'Success!',
        description,
        action: { label: 'Send Invoice', onSelect: () => mutate(id) },
      }),
  }
}
