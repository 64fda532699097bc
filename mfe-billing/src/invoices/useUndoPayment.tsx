import { useAction } from '@plumbline/contract/action'
import { formatMoney, type Money } from '@plumbline/contract/money'
import { invoicesKey, refundPayment } from './queries.ts'

type RecordedPayment = { id: number; paymentId: number; amount: Money; ifMatch?: string }

/** Takes back a payment that was recorded by mistake. */
export const useUndoPayment = () =>
  useAction(
    ({ ifMatch, amount: _, ...payment }: RecordedPayment, key) =>
      refundPayment(payment, { reason: 'undone' }, { key, ifMatch }),
    {
      refetch: [invoicesKey],
      success: (_, { amount }) => ({
        title: 'Undone',
        description: `The payment of ${formatMoney(amount)} is owed again.`,
      }),
      failure: 'Failed to undo. Please refund the payment.',
    },
  )
