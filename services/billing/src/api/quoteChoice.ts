import { centsOf } from '@plumbline/platform/money'
import { type Price, priceOfLines } from './price.ts'
import type { QuoteDetails } from './quotes.ts'

type Content = QuoteDetails['content']

/** What a customer takes of a quote. */
export type QuoteChoice = { optionId: number; addOnIds: readonly number[] }

/** The option and the add-ons of a choice, and their lines together; what is not offered is left out. */
export function linesOfChoice({ options, addOns }: Content, { optionId, addOnIds }: QuoteChoice) {
  const option = options.find(({ id }) => id === optionId)
  const added = addOns.filter(({ id }) => addOnIds.includes(id))
  return { option, added, lines: [...(option?.lines ?? []), ...added] }
}

const shareOf = (share: Content['discount']) =>
  share && ('percent' in share ? share : { cents: centsOf(share.amount) })

/** What a choice of what is stored comes to. */
export function priceOfStored(content: Content, choice: QuoteChoice): Price {
  const lines = linesOfChoice(content, choice).lines.map(({ description, quantity, unitPrice, taxable }) => ({
    ...{ description, quantity, taxable },
    unitPriceCents: centsOf(unitPrice),
  }))
  const { discount, deposit, taxPercent } = content
  return priceOfLines(lines, { taxPercent, discount: shareOf(discount), deposit: shareOf(deposit) })
}
