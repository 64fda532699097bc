import type { Personal } from '@plumbline/platform/encryption'
import type { CommandContext } from '@plumbline/platform/event-store'
import { defineService } from '@plumbline/platform/service'
import { appointments } from './appointments.ts'
import { customerPageRoutes } from './customer-page/routes.ts'
import { customers } from './customers.ts'
import { type InvoiceEvent, type PriceItemEvent, personal, type QuoteEvent } from './events.ts'
import {
  draftInvoice,
  issueInvoice,
  recordPayment,
  refundPayment,
  requestReminder,
  sendInvoice,
  voidInvoice,
} from './invoice/commands.ts'
import { markAllOverdue } from './invoice/overdue.ts'
import { invoices } from './invoice/projection.ts'
import { invoiceRoutes } from './invoice/routes.ts'
import { pdfRoutes } from './pdf/routes.ts'
import * as priceItemCommands from './price-item/commands.ts'
import { priceItems } from './price-item/projection.ts'
import { priceItemRoutes } from './price-item/routes.ts'
import {
  approveQuote,
  declineQuote,
  draftQuote,
  extendQuote,
  invoiceQuote,
  markQuoteViewed,
  requestQuoteChanges,
  reviseQuote,
  scheduleQuote,
  sendQuote,
  withdrawQuote,
} from './quote/commands.ts'
import { markAllExpired } from './quote/expiry.ts'
import { followJobs } from './quote/followJobs.ts'
import { quoteOutcomes } from './quote/outcomes.ts'
import { quotes } from './quote/projection.ts'
import { quoteRoutes } from './quote/routes.ts'
import { moneyMovements } from './reports/movements.ts'
import { reportRoutes } from './reports/routes.ts'
import { invoiceSnapshots } from './reports/snapshots.ts'
import type { BillingSettings } from './settings.ts'

export { renderInvoicePdf, renderQuotePdf } from './pdf/render.ts'
export type { BillingSettings } from './settings.ts'

const commands = {
  draftInvoice,
  issueInvoice,
  voidInvoice,
  recordPayment,
  refundPayment,
  requestReminder,
  sendInvoice,
  draftQuote,
  reviseQuote,
  sendQuote,
  markQuoteViewed,
  requestQuoteChanges,
  approveQuote,
  declineQuote,
  withdrawQuote,
  extendQuote,
  scheduleQuote,
  invoiceQuote,
  ...priceItemCommands,
  /** Marks all whose last day is over, as the next one. */
  markExpired: ({ store, now }: CommandContext) => markAllExpired(store, now),
  /** Marks all that are past due, each in its own transaction; answers how many were due. */
  markOverdue: ({ store, now }: CommandContext) => markAllOverdue(store, now),
}

/** Quotes and the price book, invoices, payments, and reports about them. */
export const billing = defineService<BillingSettings, typeof commands>({
  name: 'billing',
  personal: personal satisfies Personal<InvoiceEvent | QuoteEvent | PriceItemEvent>,
  projections: [invoices, invoiceSnapshots, moneyMovements, quotes, quoteOutcomes, priceItems],
  asyncProjections: [customers.projection, appointments],
  migrations: [
    { id: 'invoice-ids-v1', sql: 'CREATE SEQUENCE invoice_id AS integer' },
    { id: 'quote-ids-v1', sql: 'CREATE SEQUENCE quote_id AS integer' },
    { id: 'price-item-ids-v1', sql: 'CREATE SEQUENCE price_item_id AS integer' },
  ],
  routes: [
    ...quoteRoutes,
    ...priceItemRoutes,
    ...invoiceRoutes,
    ...reportRoutes,
    ...pdfRoutes,
    ...customerPageRoutes,
  ],
  commands,
  reactors: [followJobs],
  timers: [
    { name: 'markOverdue', cron: '* * * * *', run: ({ store, now }) => markAllOverdue(store, now) },
    { name: 'markExpired', cron: '* * * * *', run: ({ store, now }) => markAllExpired(store, now) },
  ],
})
