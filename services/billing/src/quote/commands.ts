import { readClock } from '@plumbline/business/directory'
import type { LeadEvent } from '@plumbline/crm/events'
import type { Db } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import {
  type Aggregate,
  type CommandContext,
  create,
  execute,
  loadForUpdate,
  readStream,
} from '@plumbline/platform/event-store'
import { centsOf, dollars } from '@plumbline/platform/money'
import { nextNumber } from '@plumbline/platform/sequence'
import type * as api from '../api.ts'
import { readQuoteRules } from '../business.ts'
import { costCentsOf } from '../costs.ts'
import { type QuoteContent, type QuoteEvent, type QuoteLine, quoteNumberText, type Share } from '../events.ts'
import { draftInvoice, issueNewInvoice, linkInvoice, loadInvoices } from '../invoice/commands.ts'
import {
  firstOfCustomer,
  isOneCustomer,
  requireAppointmentOfCustomer,
  requireExistingCustomer,
  requireNoInvoiceByHand,
} from '../invoice/references.ts'
import { changeItemPrice } from '../price-item/commands.ts'
import { readItemCosts } from '../price-item/queries.ts'
import type { BillingContext } from '../settings.ts'
import { type DepositCap, type NewPrice, repricedLines } from './content.ts'
import {
  type Answerer,
  type ExistingQuote,
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
  noProgress,
  progressOfQuote,
  type QuoteAnswer,
} from './details.ts'
import { isOfJob, linesToInvoice, type QuoteInvoice } from './invoicing.ts'
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
  const requestedAt = await timeOfRequest(ctx.db, leadId, customer.id)
  const { events } = await create(ctx, quote, await nextNumber(ctx.db, 'quote_id'), {
    type: 'DraftQuote',
    ...{ customerId: customer.id, leadId, appointmentId, ...(requestedAt && { requestedAt }) },
    ...(await toSaved(ctx, offered)),
    ...(await readClock(ctx.db, ctx.now)),
  })
  return answerFromEvents(events, customer, noProgress)
}

/** When the request came that a quote answers. Refuses one of another customer. */
async function timeOfRequest(db: Db, leadId: number | null, customerId: number): Promise<string | undefined> {
  const events = leadId === null ? [] : await readStream<LeadEvent>(db, `lead-${leadId}`)
  const [received] = events
  const owners = events.flatMap(({ type, data }) =>
    type === 'LeadLinked' || type === 'LeadConverted' ? data.customerId : [],
  )
  if (!(await isOneCustomer(db, owners.at(-1) ?? customerId, customerId)))
    throw rejection('invalid', 'This request is of another customer')
  return received?.type === 'LeadReceived' ? received.data.receivedAt : undefined
}

/** Saves what is different, if anything. */
export const reviseQuote = async (ctx: CommandContext, id: number, form: api.QuoteContentForm) =>
  executeCommand(ctx, id, { type: 'ReviseQuote', ...(await toSaved(ctx, form)) })

/**
 * Of items of the price book, and of their copies in drafts: all of them or, where one is another by now, none. Answers the
 * lines that it changed.
 */
export async function changePrices(
  ctx: CommandContext,
  { items, quoteIds, lines = [] }: api.NewPricesForm,
): Promise<api.ChangedPrices> {
  const prices = items
    .map(({ id, oldPrice, newPrice }) => ({
      priceItemId: id,
      oldCents: centsOf(oldPrice),
      newCents: centsOf(newPrice),
    }))
    // in one order, so that two calls do not wait for each other
    .sort((a, b) => a.priceItemId - b.priceItemId)
  for (const { priceItemId, ...price } of prices) await changeItemPrice(ctx, priceItemId, price)
  const linesOfQuote = new Map(lines.map(({ quoteId, lineIds }) => [quoteId, lineIds]))
  const changed: api.ChangedPrices['lines'] = []
  for (const quoteId of [...new Set(quoteIds)].sort((a, b) => a - b)) {
    const lineIds = await changeDraftPrices(ctx, quoteId, prices, linesOfQuote.get(quoteId))
    if (lineIds.length > 0) changed.push({ quoteId, lineIds })
  }
  return { lines: changed }
}

async function changeDraftPrices(
  ctx: CommandContext,
  id: number,
  prices: readonly NewPrice[],
  lineIds: readonly number[] | undefined,
): Promise<number[]> {
  const [loaded] = await loadForUpdate(ctx, quote, [id])
  const { content: before } = requireExistingQuote(loaded?.state)
  const clock = await readClock(ctx.db, ctx.now)
  const { state } = await execute(ctx, quote, id, { type: 'ChangeDraftPrices', prices, lineIds, ...clock })
  return repricedLines(before, requireExistingQuote(state).content)
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

/**
 * Notes the job in which approved work is done; of a quote that is not approved there is nothing to note. The call that plans a
 * job may name any quote: a job of another customer is none of it.
 */
export async function scheduleQuote(
  ctx: CommandContext,
  id: number,
  { appointmentId, customerId }: { appointmentId: number; customerId: number },
): Promise<void> {
  const [loaded] = await loadForUpdate(ctx, quote, [id])
  const { approval, invoiced, customerId: ofQuote } = requireExistingQuote(loaded?.state)
  if (!(await isOneCustomer(ctx.db, customerId, ofQuote))) return
  const clock = await readClock(ctx.db, ctx.now)
  await execute(ctx, quote, id, { type: 'ScheduleQuote', appointmentId, ...clock })
  if (!approval) return
  // what was invoiced before the job was planned is of that job, which is then not invoiced again
  for (const invoice of await withInvoices(ctx, invoiced))
    if (isOfJob(invoice, approval)) await linkInvoice(ctx, invoice.invoiceId, appointmentId)
}

/** Each part that was invoiced with its invoice, which is locked until the transaction ends. */
async function withInvoices(
  ctx: CommandContext,
  invoiced: ExistingQuote['invoiced'],
): Promise<QuoteInvoice[]> {
  const ids = invoiced.map(({ invoiceId }) => invoiceId)
  const invoices = await loadInvoices(ctx, ids)
  return invoiced.map((part, at) => ({ ...part, ...(invoices[at] as (typeof invoices)[number]) }))
}

export const markQuoteExpired = async (ctx: CommandContext, id: number) =>
  execute(ctx, quote, id, { type: 'MarkExpired', ...(await readClock(ctx.db, ctx.now)) })

/** How an invoice of a quote is made: by default as a draft, whatever it comes to. */
type InvoiceOptions = Partial<Omit<api.InvoiceQuoteForm, 'part'>>

/** Makes an invoice of what was approved, in the same transaction. Answers its id. */
export async function invoiceQuote(
  ctx: BillingContext,
  id: number,
  part: InvoicedPart['part'],
  { status, total }: InvoiceOptions = {},
): Promise<number> {
  // from now on another invoice of this quote waits until this one is stored
  const [loaded] = await loadForUpdate(ctx, quote, [id])
  const state = requireExistingQuote(loaded?.state)
  const approval = requireApproval(state)
  const { title, invoiced, jobIds } = state
  const lines = linesToInvoice(approval, part, await withInvoices(ctx, invoiced))
  await requireNoInvoiceByHand(ctx.db, state)
  const totalCents = lines.reduce((sum, line) => sum + line.amountCents + line.taxCents, 0)
  if (total !== undefined && centsOf(total) !== totalCents)
    throw rejection('conflict', `This invoice comes to ${dollars(totalCents)} by now. Please look again.`)
  const customer = await requireExistingCustomer(ctx.db, state.customerId)
  const storeInvoice = status === 'pending' ? issueNewInvoice : draftInvoice
  const invoiceId = await storeInvoice(ctx, {
    customerId: customer.id,
    quoteId: id,
    // a deposit of a part leaves the job to be invoiced
    appointmentId: isOfJob({ part, totalCents }, approval)
      ? await firstOfCustomer(ctx.db, jobIds, customer.id)
      : null,
    description: part === 'deposit' ? `Deposit for ${quoteNumberText(id)}` : title,
    lines,
  })
  const command = { type: 'InvoiceQuote', invoiceId, part, totalCents } as const
  await execute(ctx, quote, id, { ...command, ...(await readClock(ctx.db, ctx.now)) })
  return invoiceId
}

/** Answers the quote with its history; its customer and what became of it are read at the same time. */
async function executeCommand(ctx: CommandContext, id: number, action: QuoteAction): Promise<QuoteAnswer> {
  const clock = await readClock(ctx.db, ctx.now)
  const [{ events }, ...others] = await Promise.all([
    execute(ctx, quote, id, { ...action, ...clock }),
    customerOfQuote(ctx.db, id),
    progressOfQuote(ctx.db, id),
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
