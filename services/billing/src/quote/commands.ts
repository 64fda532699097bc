import { readClock } from '@plumbline/business/directory'
import type { LeadEvent } from '@plumbline/crm/events'
import type { Db } from '@plumbline/platform/db'
import {
  type Aggregate,
  type CommandContext,
  create,
  execute,
  loadForUpdate,
  readStream,
} from '@plumbline/platform/event-store'
import { centsOf } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import type * as api from '../api.ts'
import { readQuoteRules } from '../business.ts'
import { costCentsOf } from '../costs.ts'
import { type QuoteContent, type QuoteEvent, type QuoteLine, quoteNumberText, type Share } from '../events.ts'
import { draftInvoice, linkInvoice, loadInvoices } from '../invoice/commands.ts'
import {
  firstOfCustomer,
  isOneCustomer,
  requireAppointmentOfCustomer,
  requireExistingCustomer,
} from '../invoice/references.ts'
import { changeItemPrice } from '../price-item/commands.ts'
import { readItemCosts } from '../price-item/queries.ts'
import type { BillingContext } from '../settings.ts'
import type { DepositCap } from './content.ts'
import {
  type Answerer,
  type InvoicedPart,
  type QuoteAction,
  type QuoteCommand,
  type QuoteState,
  quoteDecider,
  requireApproval,
  requireExistingQuote,
} from './decider.ts'
import {
  answerFromEvents,
  customerOfQuote,
  invoicesOfQuote,
  noInvoices,
  type QuoteAnswer,
} from './details.ts'
import { linesToInvoice } from './invoicing.ts'
import { linesOf } from './lineIds.ts'
import { type QuoteRow, quotes } from './projection.ts'

const quote: Aggregate<QuoteState, QuoteCommand, QuoteEvent, QuoteRow> = {
  name: 'quote',
  decider: quoteDecider,
  projection: quotes,
}

/** The id of a merged customer makes it for the customer of today. */
export async function draftQuote(ctx: CommandContext, form: api.QuoteForm): Promise<QuoteAnswer> {
  const { customerId, leadId = null, appointmentId = null, ...offered } = form
  const customer = await requireExistingCustomer(ctx.db, customerId)
  await requireAppointmentOfCustomer(ctx.db, appointmentId, customer.id)
  const requestedAt = await timeOfRequest(ctx.db, leadId)
  const { events } = await create(ctx, quote, await nextNumber(ctx.db, 'quote_id'), {
    type: 'DraftQuote',
    ...{ customerId: customer.id, leadId, appointmentId, ...(requestedAt && { requestedAt }) },
    ...(await toSaved(ctx, offered)),
    ...(await readClock(ctx.db, ctx.now)),
  })
  return answerFromEvents(events, customer, noInvoices)
}

/** When the request came that a quote answers. */
async function timeOfRequest(db: Db, leadId: number | null): Promise<string | undefined> {
  const [received] = leadId === null ? [] : await readStream<LeadEvent>(db, `lead-${leadId}`)
  return received?.type === 'LeadReceived' ? received.data.receivedAt : undefined
}

/** Saves what is different, if anything. */
export const reviseQuote = async (ctx: CommandContext, id: number, form: api.QuoteContentForm) =>
  executeCommand(ctx, id, { type: 'ReviseQuote', ...(await toSaved(ctx, form)) })

/** Of items of the price book, and of their copies in drafts: all of them or, where one is another by now, none. */
export async function changePrices(
  ctx: CommandContext,
  { items, quoteIds }: api.NewPricesForm,
): Promise<void> {
  const prices = items
    .map(({ id, oldPrice, newPrice }) => ({
      priceItemId: id,
      oldCents: centsOf(oldPrice),
      newCents: centsOf(newPrice),
    }))
    // in one order, so that two calls do not wait for each other
    .sort((a, b) => a.priceItemId - b.priceItemId)
  for (const { priceItemId, ...price } of prices) await changeItemPrice(ctx, priceItemId, price)
  const clock = await readClock(ctx.db, ctx.now)
  for (const id of quoteIds.toSorted((a, b) => a - b))
    await execute(ctx, quote, id, { type: 'ChangeDraftPrices', prices, ...clock })
}

export const sendQuote = async (ctx: CommandContext, id: number, channel: 'email' | 'sms' | 'in_person') =>
  executeCommand(ctx, id, { type: 'SendQuote', channel, depositCap: await readDepositCap(ctx) })

export const approveQuote = async (
  ctx: CommandContext,
  id: number,
  choice: Pick<api.ApproveQuoteForm, 'revision' | 'optionId' | 'addOnIds'>,
  answerer: Answerer,
) => {
  const { approvalNeedsDeposit: needsDeposit } = await readQuoteRules(ctx.db, ctx.now)
  return executeCommand(ctx, id, { type: 'ApproveQuote', needsDeposit, ...choice, ...answerer })
}

export const declineQuote = (
  ctx: CommandContext,
  id: number,
  { revision, reason }: { revision: number; reason?: string | undefined },
  by: Answerer['by'],
) => executeCommand(ctx, id, { type: 'DeclineQuote', revision, by, ...(reason && { reason }) })

/** By the customer, as is the next one. */
export const requestQuoteChanges = (
  ctx: CommandContext,
  id: number,
  { revision, words }: { revision: number; words: string },
) => executeCommand(ctx, id, { type: 'RequestChanges', revision, words })

export const markQuoteViewed = (ctx: CommandContext, id: number) =>
  executeCommand(ctx, id, { type: 'MarkViewed' })

export const withdrawQuote = (ctx: CommandContext, id: number) =>
  executeCommand(ctx, id, { type: 'WithdrawQuote' })

export const extendQuote = (ctx: CommandContext, id: number, validUntil: string) =>
  executeCommand(ctx, id, { type: 'ExtendQuote', validUntil })

/** Notes the job in which approved work is done; of a quote that is not approved there is nothing to note. */
export async function scheduleQuote(
  ctx: CommandContext,
  id: number,
  { appointmentId, customerId }: { appointmentId: number; customerId: number },
): Promise<void> {
  const clock = await readClock(ctx.db, ctx.now)
  const { state } = await execute(ctx, quote, id, { type: 'ScheduleQuote', appointmentId, ...clock })
  const { invoiced, customerId: ofQuote } = requireExistingQuote(state)
  const rest = invoiced.filter(({ part }) => part === 'rest')
  if (rest.length === 0 || !(await isOneCustomer(ctx.db, customerId, ofQuote))) return
  // what was invoiced before the job was planned is of that job, which is then not invoiced again
  for (const { invoiceId } of rest) await linkInvoice(ctx, invoiceId, appointmentId)
}

export const markQuoteExpired = async (ctx: CommandContext, id: number) =>
  execute(ctx, quote, id, { type: 'MarkExpired', ...(await readClock(ctx.db, ctx.now)) })

/** Drafts an invoice of what was approved, in the same transaction. Answers its id. */
export async function invoiceQuote(
  ctx: BillingContext,
  id: number,
  part: InvoicedPart['part'],
): Promise<number> {
  // from now on another invoice of this quote waits until this one is stored
  const [loaded] = await loadForUpdate(ctx, quote, [id])
  const state = requireExistingQuote(loaded?.state)
  const approval = requireApproval(state)
  const { title, invoiced, jobIds } = state
  const invoices = await loadInvoices(
    ctx,
    invoiced.map(({ invoiceId }) => invoiceId),
  )
  const parts = invoiced.map((it, at) => ({ ...it, ...(invoices[at] as (typeof invoices)[number]) }))
  const lines = linesToInvoice(approval, part, parts)
  const customer = await requireExistingCustomer(ctx.db, state.customerId)
  const invoiceId = await draftInvoice(ctx, {
    customerId: customer.id,
    quoteId: id,
    // a deposit leaves the job to be invoiced
    appointmentId: part === 'rest' ? await firstOfCustomer(ctx.db, jobIds, customer.id) : null,
    description: part === 'deposit' ? `Deposit for ${quoteNumberText(id)}` : title,
    lines,
  })
  const totalCents = lines.reduce((sum, line) => sum + line.amountCents + line.taxCents, 0)
  const command = { type: 'InvoiceQuote', invoiceId, part, totalCents } as const
  await execute(ctx, quote, id, { ...command, ...(await readClock(ctx.db, ctx.now)) })
  return invoiceId
}

/** Answers the quote with its history; its customer and its invoices are read at the same time. */
async function executeCommand(ctx: CommandContext, id: number, action: QuoteAction): Promise<QuoteAnswer> {
  const clock = await readClock(ctx.db, ctx.now)
  const [{ events }, ...others] = await Promise.all([
    execute(ctx, quote, id, { ...action, ...clock }),
    customerOfQuote(ctx.db, id),
    invoicesOfQuote(ctx.db, id),
  ])
  return answerFromEvents(events, ...others)
}

async function readDepositCap({ db, now }: Pick<CommandContext, 'db' | 'now'>): Promise<DepositCap> {
  const { maxDepositPercent: percent, maxDepositAmount: amount } = await readQuoteRules(db, now)
  return { percent, cents: amount === null ? null : centsOf(amount) }
}

/** What a form offers, what it says of its costs, and how much of a deposit it may ask for. */
async function toSaved({ db, now }: Pick<CommandContext, 'db' | 'now'>, form: api.QuoteContentForm) {
  const lines = linesOf<api.QuoteLineForm>(form)
  const [costs, depositCap] = await Promise.all([
    readItemCosts(
      db,
      lines.flatMap(({ priceItemId }) => priceItemId ?? []),
    ),
    readDepositCap({ db, now }),
  ])
  return {
    content: toContent(form),
    depositCap,
    costs: lines.map(({ priceItemId = 0, unitCost }) => ({
      cents: costCentsOf({ unitCost }),
      ofItem: costCentsOf({ unitCost: costs.get(priceItemId) }),
    })),
  }
}

function toContent({
  options,
  addOns,
  discount,
  deposit,
  show,
  ...content
}: api.QuoteContentForm): QuoteContent {
  return {
    ...content,
    options: options.map(({ id, name, lines }) => ({ optionId: id, name, lines: lines.map(toLine) })),
    addOns: addOns.map(({ id, ...line }) => ({ addOnId: id, ...toLine(line) })),
    discount: toShare(discount),
    deposit: toShare(deposit),
    // as revisions of before have it, so that saving one again changes nothing
    ...(show && Object.values(show).includes(false) && { show }),
  }
}

const toLine = ({
  lineId,
  details,
  unitPrice,
  unitCost: _,
  priceItemId,
  ...line
}: api.QuoteLineForm): QuoteLine => ({
  ...(lineId !== undefined && { lineId }),
  ...line,
  ...(details && { details }),
  unitPriceCents: centsOf(unitPrice),
  ...(priceItemId !== undefined && { priceItemId }),
})

const toShare = (share: api.QuoteContentForm['discount']): Share | null =>
  share && ('percent' in share ? share : { cents: centsOf(share.amount) })
