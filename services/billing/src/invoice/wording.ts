import { centsOf, dollars } from '@plumbline/platform/money'
import { type InvoiceDetails, paymentMethodLabels } from '../api.ts'
import { dayText } from '../quote/dayText.ts'

/** The words and figures of an invoice, as its document and the customer's page have them. */

/** @example money('1234.5') // '$1,234.50' */
export const money = (amount: string) => dollars(centsOf(amount))

export const hasTax = ({ tax }: Pick<InvoiceDetails, 'tax'>) => centsOf(tax) > 0
export const isOwed = ({ status }: InvoiceDetails) => status === 'pending' || status === 'overdue'
/** Where no line says the same. */
export const hasOwnDescription = ({ description, lines }: InvoiceDetails) =>
  !lines.some((line) => line.description === description)

type PricedLine = { quantity?: string; unitPrice?: string }

/** @example '2 × $45.00', 'Quantity: 2', '$45.00 each' */
export function unitPriceText({ quantity, unitPrice }: PricedLine): string | undefined {
  if (quantity === undefined) return unitPrice && `${money(unitPrice)} each`
  return unitPrice === undefined ? `Quantity: ${quantity}` : `${quantity} × ${money(unitPrice)}`
}

/** Payments, then what went back, each with its day. */
export const paymentTexts = ({ payments, refunds }: InvoiceDetails) => [
  ...payments.map(({ date, method, amount }) => ({
    day: dayText(date),
    text: paymentMethodLabels[method],
    amount: money(amount),
  })),
  ...refunds.map(({ date, amount, reason }) => ({
    day: dayText(date),
    text: reason === 'undone' ? 'Payment undone' : 'Refund',
    amount: dollars(-centsOf(amount)),
  })),
]
