import type { Db, Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, type Call, type Caller, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { readQuoteRules, readTerms } from '../business.ts'
import { customers } from '../customers.ts'
import { type InvoiceAnswer, readInvoice } from '../invoice/details.ts'
import { renderInvoicePdf, renderQuotePdf } from '../pdf/render.ts'
import { approveQuote, declineQuote, markQuoteViewed, requestQuoteChanges } from '../quote/commands.ts'
import { loadQuote, type QuoteAnswer } from '../quote/details.ts'
import type { BillingSettings } from '../settings.ts'
import { invoicePage } from './invoicePage.ts'
import { checkSignature, choiceOf, consentText, sentContentOf } from './quoteChoice.ts'
import { quotePage } from './quotePage.ts'

export const customerPageRoutes: readonly AnyRoute[] = [
  route(api.showInvoice, async ({ db, params, caller }) =>
    invoicePage(await readOwnInvoice(db, params.id, caller)),
  ),
  route(
    api.showInvoicePdf,
    async ({
      db,
      params,
      caller,
      settings,
      now,
      header,
    }: Call<typeof api.showInvoicePdf, BillingSettings>) => {
      await readOwnInvoice(db, params.id, caller)
      const { filename, body } = await renderInvoicePdf(db, { settings, now }, params.id)
      header('Content-Disposition', `attachment; filename=${filename}`)
      return body
    },
  ),
  route(
    api.showQuote,
    async ({
      db,
      params,
      query,
      caller,
      keyring,
      now,
      settings,
    }: Call<typeof api.showQuote, BillingSettings>) => {
      const [{ details }, rules, terms] = await Promise.all([
        readShownQuote(db, params.id, caller, { keyring }),
        readQuoteRules(db, now),
        readTerms({ db, settings, now }),
      ])
      const { option, add = [], again } = query
      const choice = option === undefined ? undefined : { optionId: option, addOnIds: [add].flat() }
      return quotePage(details, { choice, isChosenAgain: again !== undefined }, { ...terms, ...rules })
    },
  ),
  route(
    api.showQuotePdf,
    async ({
      db,
      params,
      caller,
      settings,
      keyring,
      now,
      header,
    }: Call<typeof api.showQuotePdf, BillingSettings>) => {
      await readShownQuote(db, params.id, caller, { keyring })
      const { filename, body } = await renderQuotePdf(db, { settings, keyring, now }, params.id)
      header('Content-Disposition', `attachment; filename=${filename}`)
      return body
    },
  ),
  route(api.approveOwnQuote, async (call) => {
    const { revision, option, addOns, needsDeposit, name, signature } = call.body
    const { details } = await readOwnQuote(call.db, call.params.id, call.caller, call)
    const choice = { revision, optionId: option, addOnIds: addOns }
    const rules = await readQuoteRules(call.db, call.now)
    // what was agreed to is what was read
    if (needsDeposit !== undefined && (needsDeposit === 'yes') !== rules.approvalNeedsDeposit)
      throw rejection(
        'conflict',
        'When the deposit is due changed since you opened this page. Please read it again.',
      )
    const strokes = checkSignature(signature, { isRequired: rules.signature === 'required' })
    await approveQuote(call, call.params.id, choice, {
      by: 'customer',
      signerName: name,
      ...(strokes && { signature: strokes }),
      ...consentTo(details, choice),
      addressHash: call.caller.addressHash,
    })
    return undefined
  }),
  route(api.declineOwnQuote, async (call) => {
    const { revision, reason } = call.body
    await readOwnQuote(call.db, call.params.id, call.caller, call)
    await declineQuote(call, call.params.id, { revision, ...(reason && { reason }) }, 'customer')
    return undefined
  }),
  route(api.askForQuoteChanges, async (call) => {
    await readOwnQuote(call.db, call.params.id, call.caller, call)
    await requestQuoteChanges(call, call.params.id, call.body)
    return undefined
  }),
  route(api.quoteOpened, async (call) => {
    await readOwnQuote(call.db, call.params.id, call.caller, call)
    await markQuoteViewed(call, call.params.id)
    return undefined
  }),
]

/** What was agreed to; of an older revision, which is refused, the choice may not be offered any more. */
function consentTo(
  details: api.QuoteDetails,
  { revision, ...choice }: api.QuoteChoice & { revision: number },
): { consentText?: string } {
  if (revision < (details.sentRevision as number)) return {}
  const { price } = choiceOf(sentContentOf(details), choice)
  return { consentText: consentText({ ...details, sentRevision: revision }, price) }
}

/** A link shows an issued invoice, and only to the customer whose it is. */
async function readOwnInvoice(db: Pool, id: number, { link }: Caller): Promise<InvoiceAnswer> {
  const [answer, reader] = await Promise.all([
    readInvoice(db, id),
    link && customers.find(db, link.customerId),
  ])
  const isTheirs = reader !== undefined && answer.customer?.id === reader.id
  if (!isTheirs || answer.details.status === 'draft') throw rejection('not-found', 'Invoice not found')
  return answer
}

/** A link shows a quote only to the customer whose it is. */
async function readQuoteOfReader(
  db: Db,
  id: number,
  { link }: Caller,
  { keyring }: { keyring: Keyring },
): Promise<QuoteAnswer> {
  const [answer, reader] = await Promise.all([
    loadQuote(db, id, { keyring }),
    link && customers.find(db, link.customerId),
  ])
  if (reader === undefined || answer.customer?.id !== reader.id) throw quoteNotFound()
  return answer
}

const quoteNotFound = () => rejection('not-found', 'Quote not found')

/** What the customer may answer: a quote that was sent. */
async function readOwnQuote(...reading: Parameters<typeof readQuoteOfReader>): Promise<QuoteAnswer> {
  const answer = await readQuoteOfReader(...reading)
  if (answer.details.sentRevision === null) throw quoteNotFound()
  return answer
}

/** The same to look at; a draft as it will be once it is sent, for a member who looks at it as the customer. */
async function readShownQuote(...reading: Parameters<typeof readQuoteOfReader>): Promise<QuoteAnswer> {
  const answer = await readQuoteOfReader(...reading)
  const { details } = answer
  if (details.sentRevision !== null) return answer
  if (!reading[2].link?.isPreview) throw quoteNotFound()
  const status = details.status === 'draft' ? 'sent' : details.status
  return { ...answer, details: { ...details, status, sentRevision: details.revision } }
}
