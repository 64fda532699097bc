import type { Invoice } from '@plumbline/billing/api'
import { formatDay, toast } from '@plumbline/contract'
import { useAction } from '@plumbline/contract/action'
import { formatMoney } from '@plumbline/contract/money'
import { fullName } from '@plumbline/crm/api'
import { confirm, space } from '@plumbline/ui'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { consentQuery, customerQuery, invoicesKey, sendInvoice } from './queries.ts'

// a question is one paragraph, so its lines are spans
const Line = ({ children }: { children: ReactNode }) => (
  <span css={{ display: 'block', '& + &': { marginTop: space(2) } }}>{children}</span>
)

/** Sends an invoice by email after a question that names the recipient; a notification that outlives the page may do so too. */
export function useSendInvoice() {
  const queryClient = useQueryClient()
  const { run, pending, input } = useAction(sendInvoice, {
    refetch: [invoicesKey],
    success: ({ id }) => `Invoice #${id} is on its way by email.`,
    failure: 'Failed to send invoice. Please try again.',
  })
  const confirmAndSend = async ({ id, invoiceNumber, customerId, balance, dueDate }: Invoice) => {
    const [customer, consent] = await Promise.all([
      queryClient.fetchQuery(customerQuery(String(customerId))).catch(() => null),
      queryClient.fetchQuery(consentQuery(customerId)).catch(() => null),
    ])
    const reason = consent?.blocked?.email
    if (reason) return void toast({ title: 'Not sent', description: reason, tone: 'destructive' })
    const recipient = customer ? `${fullName(customer)}, ${customer.email}` : 'the customer'
    const due = Number(balance) > 0 ? `${formatMoney(balance)} due ${formatDay(dueDate)}` : 'paid in full'
    const isConfirmed = await confirm({
      title: `Send ${invoiceNumber}?`,
      text: (
        <>
          <Line>To {recipient}</Line>
          <Line>
            Says: {due}. {invoiceNumber}.pdf attached.
          </Line>
        </>
      ),
      action: 'Send Invoice',
    })
    if (isConfirmed) run(id)
  }
  return { confirmAndSend, pending, sendingId: input }
}
