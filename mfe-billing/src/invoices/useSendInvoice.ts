import type { InvoiceDetails } from '@plumbline/billing/api'
import { useAction } from '@plumbline/contract/action'
import { confirm } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import { customerQuery, invoicesKey, sendInvoice } from './queries.ts'

/** Sends an invoice by email after a question that names the recipient; a notification that outlives the page may do so too. */
export function useSendInvoice() {
  const queryClient = useQueryClient()
  const { run, pending } = useAction(sendInvoice, {
    refetch: [invoicesKey],
    success: ({ id }) => `Invoice #${id} is on its way by email.`,
    failure: 'Failed to send invoice. Please try again.',
  })
  const confirmAndSend = async ({ id, invoiceNumber, customerId }: InvoiceDetails) => {
    const customer = await queryClient.fetchQuery(customerQuery(String(customerId))).catch(() => null)
    const recipient = customer
      ? `${customer.firstName} ${customer.lastName}, ${customer.email}`
      : 'the customer'
    const isConfirmed = await confirm({
      title: `Send ${invoiceNumber}?`,
      text: `It goes by email to ${recipient}, with the PDF attached.`,
      action: 'Send Invoice',
    })
    if (isConfirmed) run(id)
  }
  return { confirmAndSend, pending }
}
