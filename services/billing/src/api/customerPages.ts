import { ById, CustomerPage } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

/** What customers with a link see of quotes and invoices, and how they answer. The gateway asks for it; no browser reaches these paths. */

export const showInvoice = {
  method: 'GET',
  path: '/customer-pages/invoice/:id',
  summary: 'An invoice as its customer sees it',
  needs: 'link:invoice',
  params: ById,
  response: CustomerPage,
} as const

export const showInvoicePdf = {
  method: 'GET',
  path: '/customer-pages/invoice/:id/pdf',
  summary: 'An invoice as a PDF document, for its customer',
  needs: 'link:invoice',
  params: ById,
  produces: 'application/pdf',
} as const

/** Digits of a form, whose fields are texts. */
const digits = z.pipe(
  z.string().check(z.regex(/^\d{1,9}$/, 'Please choose what is offered')),
  z.transform(Number),
)
/** Of add-ons, with commas between them. */
const digitsList = z.pipe(
  z.string().check(z.regex(/^(\d{1,9}(,\d{1,9}){0,19})?$/, 'Please choose what is offered')),
  z.transform((text) => (text === '' ? [] : text.split(',').map(Number))),
)
const words = (max: number) => z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters`))

export const showQuote = {
  method: 'GET',
  path: '/customer-pages/quote/:id',
  summary:
    'What was sent of a quote, as its customer sees it; with an option, what it comes to and the form to approve it',
  needs: 'link:quote',
  params: ById,
  query: z.object({
    option: z.optional(digits),
    add: z.optional(z.union([digits, z.array(digits)])),
    /** To choose again, with what was chosen marked. */
    again: z.optional(z.string().check(z.maxLength(3))),
  }),
  response: CustomerPage,
} as const

export const showQuotePdf = {
  method: 'GET',
  path: '/customer-pages/quote/:id/pdf',
  summary: 'A quote as a PDF document, for its customer',
  needs: 'link:quote',
  params: ById,
  produces: 'application/pdf',
} as const

/** Many short strokes are a signature; it is drawn again from these numbers alone. */
export const maxSignatureLength = 20_000
const Signature = z
  .string()
  .check(
    z.maxLength(maxSignatureLength, 'Please sign with fewer strokes'),
    z.regex(/^(M\d{1,3} \d{1,3}(L\d{1,3} \d{1,3})*)*$/, 'Please sign again'),
  )

export const approveOwnQuote = {
  method: 'POST',
  path: '/customer-pages/quote/:id/approve',
  summary: 'Approve a quote as its customer',
  needs: 'link:quote',
  params: ById,
  body: z.object({
    /** The revision that the page showed. */
    revision: digits,
    option: digits,
    addOns: z._default(digitsList, []),
    /** Whether the page said that the approval counts only with its deposit. */
    needsDeposit: z.optional(z.enum(['yes', 'no'])),
    name: z
      .string()
      .check(
        z.trim(),
        z.minLength(2, 'Please enter your full name'),
        z.maxLength(100, 'At most 100 characters'),
      ),
    /** Path data of an SVG of 600 by 200; empty where the name is all there is. */
    signature: z._default(Signature, ''),
  }),
} as const

export const declineOwnQuote = {
  method: 'POST',
  path: '/customer-pages/quote/:id/decline',
  summary: 'Decline a quote as its customer',
  needs: 'link:quote',
  params: ById,
  body: z.object({ revision: digits, reason: z._default(words(500), '') }),
} as const

export const askForQuoteChanges = {
  method: 'POST',
  path: '/customer-pages/quote/:id/ask',
  summary: 'Ask for changes of a quote, or for a new price of one that has expired, as its customer',
  needs: 'link:quote',
  params: ById,
  body: z.object({
    revision: digits,
    words: words(2_000).check(z.minLength(1, 'Please say what should change')),
  }),
} as const

export const quoteOpened = {
  method: 'POST',
  path: '/customer-pages/quote/:id/opened',
  summary: 'Note that the customer looked at a quote',
  needs: 'link:quote',
  params: ById,
} as const
