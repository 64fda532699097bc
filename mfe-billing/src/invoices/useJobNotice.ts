import type { InvoiceDetails, PaymentMethod } from '@plumbline/billing/api'
import { type Notice, useAction } from '@plumbline/contract/action'
import { formatMoney } from '@plumbline/contract/money'
import { useRights } from '@plumbline/contract/rights'
import { isUndoable } from './invoice.ts'
import { invoicesKey, recordPayment, undoInvoice } from './queries.ts'
import { useSendInvoice } from './useSendInvoice.tsx'

/** An invoice that was created, and what became of its payment. */
export type InvoicedJob = { invoice: InvoiceDetails; problem?: string }

/** Records how an invoice was paid as it was created. Where that fails it stays: the page offers to take the payment. */
export async function payInvoice(
  invoice: InvoiceDetails,
  method: PaymentMethod | null,
  key: string,
): Promise<InvoicedJob> {
  if (method === null) return { invoice }
  try {
    return { invoice: await recordPayment(invoice.id, { method }, { key: `${key}-payment` }) }
  } catch (error) {
    return { invoice, problem: error instanceof Error ? error.message : String(error) }
  }
}

/** What is said of a job that was invoiced: the invoice can be sent next, or taken back. */
export function useJobNotice() {
  const { may } = useRights()
  const { confirmAndSend } = useSendInvoice()
  const undoing = useAction(undoInvoice, {
    refetch: [invoicesKey],
    success: (_, { id }) => ({ title: 'Undone', description: `Invoice #${id} is void.` }),
    failure: 'Failed to undo. Please refund and void the invoice.',
  })
  return ({ invoice, problem }: InvoicedJob): Notice => {
    // whether a payment was recorded is not known where there is a problem
    const canUndo = problem === undefined && isUndoable(invoice, may('payments.refund'))
    return {
      ...(problem !== undefined && { title: 'Payment not confirmed', tone: 'destructive' }),
      description: [`Invoice #${invoice.id} created.`, problem ?? paidText(invoice)]
        .filter(Boolean)
        .join(' '),
      action: { label: 'Send Invoice', onSelect: () => void confirmAndSend(invoice) },
      secondAction: canUndo ? { label: 'Undo', onSelect: () => undoing.run(invoice) } : undefined,
    }
  }
}

const paidText = ({ paidAmount }: InvoiceDetails): string | null =>
  Number(paidAmount) > 0 ? `${formatMoney(paidAmount)} has been paid.` : null
