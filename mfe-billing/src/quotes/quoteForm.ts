import {
  Amount,
  creditRefusal,
  maxAddOns,
  maxQuoteLines,
  maxQuoteOptions,
  type PriceItem,
  Quantity,
  type QuoteContentForm,
  type QuoteDetails,
  SignedAmount,
} from '@plumbline/billing/api'
import * as z from 'zod/mini'
import { contentOfCost, isPercent, isTaxRate, text, UnitCost } from '../lines/line.ts'

const longText = (max: number) => z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters`))

const lineOf = (unitPrice: typeof SignedAmount) => ({
  /** Null before it is stored. */
  lineId: z.nullable(z.int()),
  description: text(500, 'Describe this item'),
  details: longText(2_000),
  quantity: Quantity,
  unitPrice,
  taxable: z.boolean(),
  priceItemId: z.nullable(z.int()),
  unitCost: UnitCost,
})
export type QuoteLine = QuoteValues['options'][number]['lines'][number]

/** Whether a price that is typed takes something off. */
export const isCredit = ({ unitPrice }: { unitPrice: string }): boolean => unitPrice.startsWith('-')

/** A percentage or an amount; an empty text is none. */
const ShareField = z
  .object({ unit: z.enum(['percent', 'amount']), value: z.string().check(z.trim()) })
  .check((ctx) => {
    const message = shareProblem(ctx.value)
    if (message) ctx.issues.push({ code: 'custom', message, path: ['value'], input: ctx.value })
  })
export type ShareField = z.infer<typeof ShareField>

/** Why a share cannot be sent. */
export function shareProblem({ unit, value }: ShareField): string | undefined {
  if (value === '') return undefined
  if (unit === 'percent') return isPercent(value) ? undefined : 'Please enter a percentage such as 10 or 7.5'
  return Amount.safeParse(value).error?.issues[0]?.message
}

/** Customers choose one option, and may add what is an add-on. */
const fieldsOf = (unitPrice: typeof SignedAmount) =>
  z.object({
    customerId: z.nullable(z.int()).check(z.refine((id) => (id ?? 0) >= 1, 'Please select a customer')),
    title: text(200, 'Please name the work'),
    options: z
      .array(
        z.object({
          id: z.int(),
          name: longText(100),
          lines: z
            .array(z.object(lineOf(unitPrice)))
            .check(
              z.minLength(1, 'Please add an item'),
              z.maxLength(maxQuoteLines, `At most ${maxQuoteLines} items`),
            ),
        }),
      )
      .check(z.maxLength(maxQuoteOptions, 'At most five options'), (ctx) => {
        if (ctx.value.length === 1) return
        for (const [at, { name }] of ctx.value.entries())
          if (name === '')
            ctx.issues.push({
              code: 'custom',
              message: 'Please name this option',
              path: [at, 'name'],
              input: name,
            })
      }),
    addOns: z
      .array(z.object({ id: z.int(), ...lineOf(unitPrice) }))
      .check(z.maxLength(maxAddOns, `At most ${maxAddOns} add-ons`)),
    discount: ShareField,
    /** Empty where there is no tax. */
    taxRate: z
      .string()
      .check(z.refine((rate) => rate === '' || isTaxRate(rate), 'Please enter a rate such as 7.25')),
    deposit: ShareField,
    /** Empty where it is valid for good. */
    validUntil: z.union([z.literal(''), z.iso.date()], { error: 'Please enter a date' }),
    message: longText(2_000),
    terms: longText(5_000),
    /** What the customer sees of the lines. */
    show: z.object({ quantities: z.boolean(), unitPrices: z.boolean(), lineTotals: z.boolean() }),
  })

/** The fields of a quote. */
export const QuoteFields = /* @__PURE__ */ fieldsOf(
  /* @__PURE__ */ SignedAmount.check(
    /* @__PURE__ */ z.refine((unitPrice) => !isCredit({ unitPrice }), creditRefusal),
  ),
)
/** The same of a change order, which has credits, too. */
export const ChangeOrderFields = /* @__PURE__ */ fieldsOf(SignedAmount)
export type QuoteValues = z.infer<typeof QuoteFields>
export type OptionValues = QuoteValues['options'][number]
export type AddOnValues = QuoteValues['addOns'][number]

export const emptyLine: QuoteLine = {
  lineId: null,
  description: '',
  details: '',
  quantity: '1',
  unitPrice: '',
  taxable: true,
  priceItemId: null,
  unitCost: null,
}

const noShare: ShareField = { unit: 'percent', value: '' }

/** What a new quote begins with. */
export const newQuote = (start: Partial<QuoteValues>): QuoteValues => ({
  customerId: null,
  title: '',
  options: [{ id: 1, name: '', lines: [emptyLine] }],
  addOns: [],
  discount: noShare,
  taxRate: '',
  deposit: noShare,
  validUntil: '',
  message: '',
  terms: '',
  show: { quantities: true, unitPrices: true, lineTotals: true },
  ...start,
})

type Content = QuoteDetails['content']
type AnsweredLine = Content['addOns'][number]

const lineValues = ({
  amount: _,
  priceItemId = undefined,
  unitCost = undefined,
  ...line
}: Omit<AnsweredLine, 'id'>): QuoteLine => ({
  ...line,
  priceItemId: priceItemId ?? null,
  unitCost: unitCost ?? null,
})

const shareValues = (share: Content['discount']): ShareField => {
  if (!share) return noShare
  return 'percent' in share
    ? { unit: 'percent', value: share.percent }
    : { unit: 'amount', value: share.amount }
}

/** The values of a quote as it is stored. */
export const valuesOf = ({
  customerId,
  content,
}: Pick<QuoteDetails, 'customerId' | 'content'>): QuoteValues => ({
  customerId,
  title: content.title,
  options: content.options.map(({ id, name, lines }) => ({ id, name, lines: lines.map(lineValues) })),
  addOns: content.addOns.map(({ id, ...addOn }) => ({ id, ...lineValues(addOn) })),
  discount: shareValues(content.discount),
  taxRate: Number(content.taxPercent) === 0 ? '' : content.taxPercent,
  deposit: shareValues(content.deposit),
  validUntil: content.validUntil ?? '',
  message: content.message,
  terms: content.terms,
  show: content.show,
})

const lineContent = ({ lineId, priceItemId, unitCost, ...it }: QuoteLine) => ({
  ...it,
  lineId: lineId ?? undefined,
  priceItemId: priceItemId ?? undefined,
  ...contentOfCost(unitCost),
})

const shareContent = ({ unit, value }: ShareField): QuoteContentForm['discount'] => {
  if (value === '') return null
  return unit === 'percent' ? { percent: value } : { amount: value }
}

/** What a quote offers, as the server expects it. An option that is the only one needs no name. */
export const contentOf = ({
  customerId: _,
  taxRate,
  validUntil,
  ...values
}: QuoteValues): QuoteContentForm => ({
  ...values,
  options: values.options.map(({ id, name, lines }) => ({
    id,
    name: values.options.length > 1 ? name : '',
    lines: lines.map(lineContent),
  })),
  addOns: values.addOns.map(({ id, ...addOn }) => ({ id, ...lineContent(addOn) })),
  discount: shareContent(values.discount),
  taxPercent: taxRate || '0',
  deposit: shareContent(values.deposit),
  validUntil: validUntil || null,
})

/** An id that no other part of the quote has. */
const nextId = (parts: readonly { id: number }[]) => Math.max(0, ...parts.map(({ id }) => id)) + 1

const firstNames = ['Option A', 'Option B', 'Option C', 'Option D', 'Option E']

/** One option more, which begins as a copy of the first, of other lines; the first of several gets a name. */
export function withOption(options: readonly OptionValues[]): OptionValues[] {
  const named = options.map((option, at) => ({ ...option, name: option.name || (firstNames[at] ?? '') }))
  const lines = options[0]?.lines.map((line) => ({ ...line, lineId: null })) ?? [emptyLine]
  return [...named, { id: nextId(options), name: firstNames[options.length] ?? '', lines }]
}

export const withAddOn = (addOns: readonly AddOnValues[]): AddOnValues[] => [
  ...addOns,
  { id: nextId(addOns), ...emptyLine },
]

/** A line that an item of the price book is copied into; its quantity stays. */
export const copyItem = <Line extends QuoteLine>(line: Line, item: PriceItem): Line => ({
  ...line,
  description: item.name,
  details: item.details,
  unitPrice: item.unitPrice,
  taxable: item.taxable,
  priceItemId: item.id,
  // of who may not see it the server copies it
  unitCost: item.unitCost ?? null,
})
