import { listUninvoiced } from '@plumbline/billing/api'
import { call } from '@plumbline/contract'
import { Button } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { uninvoicedKey } from '../appointments/queries.ts'

type InvoiceButtonProps = { id: number; of: string; onPress: () => void }

/** Invoices a completed job; nothing where it has an invoice. */
export function InvoiceButton({ id, of, onPress }: InvoiceButtonProps) {
  const { data } = useQuery({
    queryKey: uninvoicedKey,
    queryFn: ({ signal }) => call(listUninvoiced, { signal }),
    meta: { changedBy: ['invoice', 'customer', 'appointment'] },
  })
  if (!data?.some((it) => it.id === id)) return null
  return (
    <Button aria-label={`Invoice: ${of}`} onClick={onPress} data-step>
      Invoice
    </Button>
  )
}
