import { type Margin, marginOf, type Price, priceOfChoice } from '@plumbline/billing/api'
import { centsOf, formatMoney, type Money, moneyText, parseMoney } from '@plumbline/contract/money'
import { isTaxRate, parseSigned } from '../lines/line.ts'
import { isCredit, type QuoteLine, type QuoteValues, type ShareField, shareProblem } from './quoteForm.ts'

/** What a quote offers, in the terms of its price. */
type Content = Parameters<typeof priceOfChoice>[0]
type Share = Content['discount']

const isQuantity = (typed: string) => /^\d{1,5}(\.\d{1,3})?$/.test(typed)

/** The amount of a line; none yet where no price is typed, and null where something typed means no amount. */
export function lineAmount({ quantity, unitPrice }: Pick<QuoteLine, 'quantity' | 'unitPrice'>): Money | null {
  const price = unitPrice === '' ? '0.00' : parseSigned(unitPrice)
  if (price === null || !isQuantity(quantity)) return null
  const line = { description: '', quantity, unitPriceCents: centsOf(price), taxable: false }
  return moneyText(priceOfChoice(only(line), 1, []).total)
}

const only = (line: Content['options'][number]['lines'][number]): Content => ({
  ...{ title: '', addOns: [], discount: null, taxPercent: '0', deposit: null },
  ...{ validUntil: null, message: '', terms: '' },
  options: [{ optionId: 1, name: '', lines: [line] }],
})

const lineCents = ({ description, quantity, unitPrice, taxable }: QuoteLine) => ({
  ...{ description, quantity, taxable },
  unitPriceCents: unitPrice === '' ? 0 : centsOf(unitPrice),
})

const typedShare = ({ unit, value }: ShareField): Share => {
  if (value === '') return null
  return unit === 'percent' ? { percent: value } : { cents: centsOf(value) }
}

/** What is typed, as the server would price it; null while some of it is no valid amount. */
function typedContent({
  options,
  addOns,
  discount,
  taxRate,
  deposit,
  ...values
}: QuoteValues): Content | null {
  const lines = options.flatMap((option) => option.lines)
  const isPriced = lines.every((line) => lineAmount(line) !== null)
  const hasTax = taxRate === '' || isTaxRate(taxRate)
  if (!isPriced || !hasTax || shareProblem(discount) || shareProblem(deposit)) return null
  return {
    ...values,
    options: options.map(({ id, name, lines }) => ({ optionId: id, name, lines: lines.map(lineCents) })),
    addOns: addOns
      .filter((addOn) => lineAmount(addOn) !== null)
      .map(({ id, ...addOn }) => ({ addOnId: id, ...lineCents(addOn) })),
    discount: typedShare(discount),
    taxPercent: taxRate || '0',
    deposit: typedShare(deposit),
    validUntil: values.validUntil || null,
  }
}

/** What each option costs without add-ons while it is typed; null while something typed is no valid amount. */
export function pricesOf(values: QuoteValues): Price[] | null {
  const content = typedContent(values)
  if (!content) return null
  return content.options.map(({ optionId }) => priceOfChoice(content, optionId, []))
}

type CostedLine = { quantity: string; unitPrice: string; unitCost?: string | null | undefined }

/** What a price leaves the business, with what is typed so far; null where no cost is known. A credit saves what it costs. */
export const marginOfLines = (
  lines: readonly CostedLine[],
  price: Pick<Price, 'subtotal' | 'discount'>,
): Margin | null =>
  marginOf(
    lines.map(({ quantity, unitPrice, unitCost }) => {
      const cost = unitCost && isQuantity(quantity) ? parseMoney(unitCost) : null
      const cents = cost === null ? null : centsOf(cost)
      return { quantity, unitCostCents: cents !== null && isCredit({ unitPrice }) ? 0 - cents : cents }
    }),
    price,
  )

/** The same of a price as it is answered. */
export const marginOfAnswer = (
  lines: readonly CostedLine[],
  { subtotal, discount }: { subtotal: Money; discount: Money },
): Margin | null => marginOfLines(lines, { subtotal: centsOf(subtotal), discount: centsOf(discount) })

/** @example marginText({ cost: 6500, margin: 11500, percent: 63.9, unknown: 1 }) // '$115.00 (63.9%), 1 item without a cost' */
export function marginText({ margin, percent, unknown }: Margin): string {
  const part = percent === null ? '' : ` (${percent.toFixed(1)}%)`
  const missing = unknown === 0 ? '' : `, ${unknown} ${unknown === 1 ? 'item' : 'items'} without a cost`
  return `${formatMoney(moneyText(margin))}${part}${missing}`
}

/** @example rangeText('450.00', '1200.00') // '$450.00 – $1,200.00' */
export const rangeText = (from: Money | undefined, to: Money | undefined): string =>
  from === to ? formatMoney(from) : `${formatMoney(from)} – ${formatMoney(to)}`

/** The lowest and the highest of totals. */
export function totalText(totals: readonly number[]): string {
  return rangeText(moneyText(Math.min(...totals)), moneyText(Math.max(...totals)))
}
