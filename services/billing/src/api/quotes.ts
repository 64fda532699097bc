import { ById, cost, money, pageQuery, pathId } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { quoteStatuses } from '../events/quote.ts'
import { Amount, Id, PlainDay, Quantity, SignedAmount, text } from './values.ts'

export const maxQuoteLines = 200
export const maxQuoteOptions = 5
export const maxAddOns = 20

const percentMessage = 'Please enter a percentage with at most three decimals, such as 7.25'
const Percent = z.string({ error: percentMessage }).check(
  z.trim(),
  z.regex(/^\d{1,3}(\.\d{1,3})?$/, { error: percentMessage, abort: true }),
  z.refine((percent) => Number(percent) <= 100, 'At most 100 percent'),
)

const longText = (max: number) =>
  z.string({ error: 'Please enter text' }).check(z.trim(), z.maxLength(max, `At most ${max} characters`))

const share = z.nullable(z.union([z.strictObject({ percent: Percent }), z.strictObject({ amount: Amount })]))

const line = {
  /** Of a line that is stored; left out it is a new one. */
  lineId: z.optional(Id()),
  description: text(500, 'Describe this item'),
  details: z._default(longText(2_000), ''),
  quantity: z._default(Quantity, '1'),
  /** Below zero for a credit, which is for change orders only. */
  unitPrice: SignedAmount,
  taxable: z._default(z.boolean(), true),
  /** The item of the price book that it was copied from. */
  priceItemId: z.optional(Id()),
  /** What a unit costs the business; needs `costs.view`. Left out it stays, or is that of the item that was copied into the line since. */
  unitCost: z.optional(z.nullable(Amount)),
}
export const QuoteLineForm = /* @__PURE__ */ z.object(line)
export type QuoteLineForm = z.infer<typeof QuoteLineForm>

const partId = z.int().check(z.minimum(1), z.maximum(999))
const areUnique = (values: readonly number[]) => new Set(values).size === values.length

/** What the customer sees of its lines, beside what they are; totals always. */
const Shown = z.object({ quantities: z.boolean(), unitPrices: z.boolean(), lineTotals: z.boolean() })

/** Ids of options and add-ons are of the quote, and stay over its revisions. */
const content = {
  title: text(200, 'Please name the work'),
  options: z
    .array(
      z.object({
        id: partId,
        name: z._default(longText(100), ''),
        lines: z
          .array(QuoteLineForm)
          .check(z.minLength(1, 'Please add an item'), z.maxLength(maxQuoteLines, 'At most 200 items')),
      }),
    )
    .check(
      z.minLength(1, 'Please add an item'),
      z.maxLength(maxQuoteOptions, 'At most five options'),
      z.refine((options) => areUnique(options.map(({ id }) => id)), 'Each option has an id of its own'),
      z.refine((options) => options.length === 1 || options.every(({ name }) => name !== ''), {
        error: 'Please name each option',
      }),
    ),
  addOns: z._default(
    z.array(z.object({ id: partId, ...line })).check(
      z.maxLength(maxAddOns, 'At most 20 add-ons'),
      z.refine((addOns) => areUnique(addOns.map(({ id }) => id)), 'Each add-on has an id of its own'),
    ),
    [],
  ),
  /** Of the chosen lines, before tax. */
  discount: z._default(share, null),
  taxPercent: z._default(Percent, '0'),
  /** Of the chosen total. */
  deposit: z._default(share, null),
  /** The last day on which it can be approved. */
  validUntil: z._default(z.nullable(PlainDay), null),
  message: z._default(longText(2_000), ''),
  terms: z._default(longText(5_000), ''),
  /** Everything, where it is left out. */
  show: z.optional(Shown),
}

/** What a revision offers. */
export const QuoteContentForm = /* @__PURE__ */ z.object(content)
export type QuoteContentForm = z.infer<typeof QuoteContentForm>

export const QuoteForm = /* @__PURE__ */ z.object({
  customerId: Id('Please select a customer'),
  /** The request that it answers. */
  leadId: z.optional(z.nullable(Id())),
  /** The job that it changes: a change order. */
  appointmentId: z.optional(z.nullable(Id())),
  ...content,
})
export type QuoteForm = z.infer<typeof QuoteForm>

export const SendQuoteForm = /* @__PURE__ */ z.object({
  /** `in_person`: nothing is sent; it was shown or handed over. */
  channel: z.enum(['email', 'sms', 'in_person'], { error: 'Please choose how it is sent' }),
})

export const ApproveQuoteForm = /* @__PURE__ */ z.object({
  /** The revision that was looked at: another is refused. */
  revision: z.int(),
  optionId: partId,
  addOnIds: z._default(z.array(partId).check(z.maxLength(maxAddOns)), []),
  signerName: z.optional(text(100, 'Please enter a name')),
})
export type ApproveQuoteForm = z.infer<typeof ApproveQuoteForm>
export const DeclineQuoteForm = /* @__PURE__ */ z.object({
  revision: z.int(),
  reason: z.optional(longText(500)),
})
export const ExtendQuoteForm = /* @__PURE__ */ z.object({ validUntil: PlainDay })
export const InvoiceQuoteForm = /* @__PURE__ */ z.object({
  /** `rest`: everything that was approved, less the deposit that was invoiced. */
  part: z.enum(['deposit', 'rest'], { error: 'Please choose what is invoiced' }),
  /** `pending` issues it at once. */
  status: z._default(z.enum(['pending', 'draft'], { error: 'Please choose pending or draft' }), 'draft'),
  /** What it was seen to come to: where that is another amount by now, it is refused. */
  total: z.optional(Amount),
})
export type InvoiceQuoteForm = z.infer<typeof InvoiceQuoteForm>

const Price = z.object({ subtotal: money, discount: money, tax: money, total: money, deposit: money })

const AnsweredLine = z.object({
  lineId: z.int(),
  description: z.string(),
  details: z.string(),
  quantity: z.string(),
  unitPrice: money,
  /** Quantity times unit price. */
  amount: money,
  taxable: z.boolean(),
  priceItemId: z.optional(z.int()),
  /** What a unit costs the business; only for who may see costs. */
  unitCost: z.optional(cost),
})
const AnsweredShare = z.nullable(z.union([z.object({ percent: z.string() }), z.object({ amount: money })]))

const AnsweredContent = z.object({
  title: z.string(),
  options: z.array(z.object({ id: z.int(), name: z.string(), lines: z.array(AnsweredLine), price: Price })),
  addOns: z.array(z.extend(AnsweredLine, { id: z.int() })),
  discount: AnsweredShare,
  taxPercent: z.string(),
  deposit: AnsweredShare,
  validUntil: z.nullable(z.iso.date()),
  message: z.string(),
  terms: z.string(),
  show: Shown,
})

export const Quote = /* @__PURE__ */ z.object({
  id: z.int(),
  /** `QUO-000007`. */
  quoteNumber: z.string(),
  customerId: z.int(),
  customerName: z.nullable(z.string()),
  leadId: z.nullable(z.int()),
  /** The job that it changes. */
  appointmentId: z.nullable(z.int()),
  title: z.string(),
  status: z.enum(quoteStatuses),
  /** The last that was saved. */
  revision: z.int(),
  /** The last that was sent: what the customer can answer. */
  sentRevision: z.nullable(z.int()),
  /** Of the cheapest and the dearest option without add-ons; of an approved quote what was agreed to. */
  totalFrom: money,
  totalTo: money,
  validUntil: z.nullable(z.iso.date()),
  sentAt: z.nullable(z.iso.datetime()),
  viewedAt: z.nullable(z.iso.datetime()),
  /** When it was approved or declined. */
  answeredAt: z.nullable(z.iso.datetime()),
  /** Agreed to; zero where none was asked for or it is not approved. */
  deposit: money,
  /** What was invoiced of it. */
  invoicedAmount: money,
  /** The first job of the approved work that is not deleted. */
  scheduledId: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Quote = z.infer<typeof Quote>

export const QuoteDetails = /* @__PURE__ */ z.extend(Quote, {
  customerAddress: z.optional(z.nullable(z.string())),
  content: AnsweredContent,
  /** What the customer has, where it is not the content. */
  sentContent: z.nullable(AnsweredContent),
  approval: z.nullable(
    z.object({
      optionId: z.int(),
      addOnIds: z.array(z.int()),
      price: Price,
      by: z.enum(['customer', 'staff']),
      signerName: z.optional(z.string()),
      /** Path data of an SVG of 600 by 200. */
      signature: z.optional(z.string()),
      documentHash: z.string(),
      /** It counts when the deposit is paid, and it is not paid yet. */
      waitsForDeposit: z.boolean(),
      at: z.iso.datetime(),
    }),
  ),
  /** What the customer asked to change, until a revision was sent since. */
  requestedChanges: z.nullable(z.string()),
  declineReason: z.nullable(z.string()),
  invoiceIds: z.array(z.int()),
  /** Oldest first. */
  history: z.array(
    z.object({
      at: z.iso.datetime(),
      actor: z.string(),
      actorName: z.optional(z.string()),
      text: z.string(),
    }),
  ),
})
export type QuoteDetails = z.infer<typeof QuoteDetails>

/** `open` is sent or changes requested. */
const listedStatuses = [...quoteStatuses, 'open'] as const
export type ListedQuoteStatus = (typeof listedStatuses)[number]

export const listQuotes = {
  method: 'GET',
  path: '/api/quotes',
  summary: 'Quotes, newest first; with a limit the next page is in the Link header',
  needs: 'quotes.edit',
  query: z.object({
    /** Words of the title, the customer, the number and the amounts; every word must occur. */
    q: z.optional(z.string().check(z.maxLength(200, 'At most 200 characters'))),
    status: z.optional(z.enum(listedStatuses, { error: 'There is no such status' })),
    customerId: z.optional(pathId),
    leadId: z.optional(pathId),
    appointmentId: z.optional(pathId),
    ...pageQuery,
  }),
  response: z.array(Quote),
} as const

export const createQuote = {
  method: 'POST',
  path: '/api/quotes',
  summary: 'Draft a quote for a customer',
  needs: 'quotes.edit',
  creates: true,
  body: QuoteForm,
  response: QuoteDetails,
} as const

export const getQuote = {
  method: 'GET',
  path: '/api/quotes/:id',
  summary: 'One quote with its history',
  needs: 'quotes.edit',
  params: ById,
  response: QuoteDetails,
} as const

export const reviseQuote = {
  method: 'PUT',
  path: '/api/quotes/:id',
  summary: 'Save what a quote offers: of a sent one as its next revision; honours If-Match',
  needs: 'quotes.edit',
  params: ById,
  body: QuoteContentForm,
  response: QuoteDetails,
} as const

export const sendQuote = {
  method: 'POST',
  path: '/api/quotes/:id/send',
  summary: 'Send the last revision to the customer, who can answer it from now on; honours If-Match',
  needs: 'quotes.edit',
  creates: true,
  params: ById,
  body: SendQuoteForm,
  response: QuoteDetails,
} as const

export const approveQuote = {
  method: 'POST',
  path: '/api/quotes/:id/approve',
  summary: 'Approve what was sent for the customer, who agreed by telephone or in person',
  needs: 'quotes.approve',
  params: ById,
  body: ApproveQuoteForm,
  response: QuoteDetails,
} as const

export const declineQuote = {
  method: 'POST',
  path: '/api/quotes/:id/decline',
  summary: 'Decline what was sent for the customer',
  needs: 'quotes.approve',
  params: ById,
  body: DeclineQuoteForm,
  response: QuoteDetails,
} as const

export const withdrawQuote = {
  method: 'POST',
  path: '/api/quotes/:id/withdraw',
  summary: 'Withdraw a quote that is not approved: the customer cannot answer it any more',
  needs: 'quotes.edit',
  params: ById,
  response: QuoteDetails,
} as const

export const extendQuote = {
  method: 'POST',
  path: '/api/quotes/:id/extend',
  summary: 'Let the customer answer what was sent until another day',
  needs: 'quotes.edit',
  params: ById,
  body: ExtendQuoteForm,
  response: QuoteDetails,
} as const

export const invoiceQuote = {
  method: 'POST',
  path: '/api/quotes/:id/invoice',
  summary: 'Draft an invoice of what was approved, or of its deposit, or issue it at once',
  needs: 'invoices.edit',
  creates: true,
  params: ById,
  body: InvoiceQuoteForm,
  response: z.object({ invoiceId: z.int() }),
} as const

export const quotePdf = {
  method: 'GET',
  path: '/api/quotes/:id/pdf',
  summary: 'What was sent, or a draft, as a PDF document',
  needs: 'quotes.edit',
  params: ById,
  produces: 'application/pdf',
} as const
