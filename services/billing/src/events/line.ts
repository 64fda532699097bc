/** A line of an invoice, with what it costs. Negative where it takes something off. */
export type InvoiceLine = {
  description: string
  amountCents: number
  taxCents: number
  /** A decimal. Present where the amount is a quantity times a unit price. */
  quantity?: string
  unitPriceCents?: number
}

/** What lines cost, as a text to compare. */
export const amounts = (lines: readonly InvoiceLine[]): string =>
  JSON.stringify(lines.map((it) => [it.amountCents, it.taxCents, it.quantity, it.unitPriceCents]))
