import type { CommandContext } from '@plumbline/platform/event-store'
import { defineService } from '@plumbline/platform/service'
import { appointments } from './appointments.ts'
import { customers } from './customers.ts'
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
import { moneyMovements } from './reports/movements.ts'
import { reportRoutes } from './reports/routes.ts'
import { invoiceSnapshots } from './reports/snapshots.ts'
import type { BillingSettings } from './settings.ts'

export { renderInvoicePdf } from './pdf/render.ts'
export type { BillingSettings } from './settings.ts'

const commands = {
  draftInvoice,
  issueInvoice,
  voidInvoice,
  recordPayment,
  refundPayment,
  requestReminder,
  sendInvoice,
  /** Marks all that are past due, each in its own transaction; answers how many were due. */
  markOverdue: ({ store, now }: CommandContext) => markAllOverdue(store, now),
}

/** Invoices, payments, and reports about them. */
export const billing = defineService<BillingSettings, typeof commands>({
  name: 'billing',
  projections: [invoices, invoiceSnapshots, moneyMovements],
  asyncProjections: [customers.projection, appointments],
  migrations: [{ id: 'invoice-ids-v1', sql: 'CREATE SEQUENCE invoice_id AS integer' }],
  routes: [...invoiceRoutes, ...reportRoutes, ...pdfRoutes],
  commands,
  timers: [{ name: 'markOverdue', cron: '* * * * *', run: ({ store, now }) => markAllOverdue(store, now) }],
})
