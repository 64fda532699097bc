import { listUninvoiced } from '@plumbline/billing/api'
import { call } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { Button } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { customerName } from '../appointments/appointment.ts'
import { uninvoicedKey } from '../appointments/queries.ts'

type InvoiceButtonProps = { appointment: Appointment; onPress: (appointment: Appointment) => void }

/** Invoices a completed job; nothing where it has an invoice. */
export function InvoiceButton({ appointment, onPress }: InvoiceButtonProps) {
  const { data } = useQuery({
    queryKey: uninvoicedKey,
    queryFn: ({ signal }) => call(listUninvoiced, { signal }),
    meta: { changedBy: ['invoice', 'customer', 'appointment'] },
  })
  if (!data?.some(({ id }) => id === appointment.id)) return null
  return (
    <Button
      aria-label={`Invoice: ${appointment.title}, ${customerName(appointment)}`}
      onClick={() => onPress(appointment)}
    >
      Invoice
    </Button>
  )
}
