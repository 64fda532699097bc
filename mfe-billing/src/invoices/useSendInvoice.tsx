import type { InvoiceDetails } from '@plumbline/billing/api'
import { formatDay, formatMoney } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { confirm, space } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { customerQuery, invoicesKey, sendInvoice } from './queries.ts'

// a question is one paragraph, so its lines are spans
const Line = ({ children }: { children: ReactNode }) => (
  <span css={{ display: 'block', '& + &': { marginTop: space(2) } }}>{children}</span>
)

/** Who gets an invoice by email, as a question names them. */
export function useRecipient() {
  const queryClient = useQueryClient()
  return async (customerId: number): Promise<string> => {
    const customer = await queryClient.fetchQuery(customerQuery(String(customerId))).catch(() => null)
    return customer ? `${customer.firstName} ${customer.lastName}, ${customer.email}` : 'the customer'
  }
}

/** Sends an invoice by email after a question that names the recipient; a notification that outlives the page may do so too. */
export function useSendInvoice() {
  const findRecipient = useRecipient()
  const { run, pending } = useAction(sendInvoice, {
    refetch: [invoicesKey],
    success: ({ id }) => `Invoice #${id} is on its way by email.`,
    failure: 'Failed to send invoice. Please try again.',
  })
  const confirmAndSend = async ({ id, invoiceNumber, customerId, balance, dueDate }: InvoiceDetails) => {
    const recipient = await findRecipient(customerId)
    const due =
      Number(balance) > 0
        ? `${formatMoney(balance)} is due on ${formatDay(dueDate)}`
        : 'it has been paid in full'
    const isConfirmed = await confirm({
      title: `Send ${invoiceNumber}?`,
      text: (
        <>
          <Line>It goes by email to {recipient}.</Line>
          <Line>
            The email says that {due}. {invoiceNumber}.pdf is attached.
          </Line>
        </>
      ),
      action: 'Send Invoice',
    })
    if (isConfirmed) run(id)
  }
  return { confirmAndSend, pending }
}
