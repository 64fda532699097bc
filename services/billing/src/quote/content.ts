import { refuseField, rejection } from '@plumbline/platform/errors'
import { dollars } from '@plumbline/platform/money'
import { creditRefusal, percentCents, priceOfChoice } from '../api/price.ts'
import type { QuoteContent, QuoteLine } from '../events.ts'
import { linesOf, mapLines } from './lineIds.ts'

/** What a deposit is at most for the business: a percentage of the total with at most three decimals, and an amount. */
export type DepositCap = { percent: string | null; cents: number | null }
const maxCents = 9_999_999_999

/** Every choice has amounts that an invoice can have, and credits are in change orders only. */
export function validContent(
  content: QuoteContent,
  { appointmentId }: { appointmentId: number | null },
): QuoteContent {
  const credit = appointmentId === null ? creditPath(content) : undefined
  if (credit) refuseField(credit, creditRefusal)
  const addOnIds = content.addOns.map(({ addOnId }) => addOnId)
  const most = withoutReductions(content)
  const isTooMuch = content.options.some(
    ({ optionId }) => priceOfChoice(most, optionId, addOnIds).total > maxCents,
  )
  if (isTooMuch) throw rejection('invalid', 'An amount is at most 99,999,999.99')
  return content
}

/** Whatever the customer chooses. */
export function requireWithinCap(content: QuoteContent, cap: DepositCap | undefined): void {
  if (!cap || isWithinCap(content, cap)) return
  const limits = [
    ...(cap.percent === null ? [] : [`${cap.percent}% of the total`]),
    ...(cap.cents === null ? [] : [dollars(cap.cents)]),
  ]
  refuseField('deposit', `Your deposits are at most ${limits.join(', and at most ')}.`)
}

function isWithinCap(content: QuoteContent, { percent, cents }: DepositCap): boolean {
  const idsOf = (addOns: QuoteContent['addOns']) => addOns.map(({ addOnId }) => addOnId)
  const credits = idsOf(content.addOns.filter(({ unitPriceCents }) => unitPriceCents < 0))
  const charges = idsOf(content.addOns.filter(({ unitPriceCents }) => unitPriceCents >= 0))
  const choices = [[], credits, charges]
  return content.options.every(({ optionId }) =>
    choices.every((addOnIds) => {
      const { total, deposit } = priceOfChoice(content, optionId, addOnIds)
      const isShare = percent === null || deposit <= percentCents(Math.max(total, 0), percent)
      return isShare && (cents === null || deposit <= cents)
    }),
  )
}

/** Where the first price below zero is. */
function creditPath({ options, addOns }: QuoteContent): string | undefined {
  const prices = [
    ...options.flatMap(({ lines }, at) =>
      lines.map((line, index) => ({ path: `options.${at}.lines.${index}.unitPrice`, line })),
    ),
    ...addOns.map((line, at) => ({ path: `addOns.${at}.unitPrice`, line })),
  ]
  return prices.find(({ line }) => line.unitPriceCents < 0)?.path
}

/** A credit counts as much as what it takes off, for it may be an add-on that is not chosen. */
const withoutReductions = ({ options, addOns, ...content }: QuoteContent): QuoteContent => ({
  ...content,
  discount: null,
  options: options.map((option) => ({ ...option, lines: option.lines.map(withoutSign) })),
  addOns: addOns.map(withoutSign),
})

const withoutSign = <Line extends QuoteLine>(line: Line): Line => ({
  ...line,
  unitPriceCents: Math.abs(line.unitPriceCents),
})

/** Of an item of the price book, of which a quote has copies. */
export type NewPrice = { priceItemId: number; oldCents: number; newCents: number }

/** Copies that were given another price than their item had stay as they are, and so do lines that are not among `lineIds`. */
export const withNewPrices = (
  content: QuoteContent,
  prices: readonly NewPrice[],
  lineIds?: readonly number[],
): QuoteContent =>
  mapLines(content, (line) => {
    if (lineIds && !lineIds.includes(line.lineId ?? 0)) return line
    const price = prices.find(
      ({ priceItemId, oldCents }) => priceItemId === line.priceItemId && oldCents === line.unitPriceCents,
    )
    return price ? { ...line, unitPriceCents: price.newCents } : line
  })

/** The lines of the same content that have another price than before. */
export function repricedLines(before: QuoteContent, after: QuoteContent): number[] {
  const old = new Map(linesOf(before).map(({ lineId, unitPriceCents }) => [lineId, unitPriceCents]))
  return linesOf(after).flatMap(({ lineId = 0, unitPriceCents }) =>
    old.get(lineId) === unitPriceCents ? [] : [lineId],
  )
}
