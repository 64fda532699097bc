import { type Invoice, listInvoices } from '@plumbline/billing/api'
import type { PagedList } from '@plumbline/contract/list'
import { allStatuses, sortsFor } from './invoice.ts'
import { invoicesCsv } from './invoiceCsv.ts'
import { changedBy, invoicesKey } from './queries.ts'

/** The invoices of today. */
export const invoiceList: PagedList<Invoice> = {
  key: invoicesKey,
  endpoint: listInvoices,
  changedBy,
  statuses: allStatuses,
  sorts: sortsFor,
  csv: invoicesCsv,
}
