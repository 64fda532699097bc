import { type JournalEntry, listPayments, paymentMethodLabels, paymentMethods } from '@plumbline/billing/api'
import type { PagedList } from '@plumbline/contract/list'
import { changedBy, invoicesKey } from '../invoices/queries.ts'

const kinds: Record<JournalEntry['kind'], string> = {
  payment: 'Payment',
  refund: 'Refund',
  undone: 'Payment undone',
}

/** What moved, as it is shown. */
export const kindOf = ({ kind }: JournalEntry): string => kinds[kind]

/** The payments journal, which is filtered by method. */
export const paymentList: PagedList<JournalEntry> = {
  key: [...invoicesKey, 'payments'],
  endpoint: listPayments,
  changedBy,
  statuses: [
    { value: '', label: 'All Methods' },
    ...paymentMethods.map((value) => ({ value, label: paymentMethodLabels[value] })),
  ],
  ofStatus: (method) => ({ method }),
  sorts: () => [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  // amounts are plain decimals and days ISO, which every spreadsheet reads
  csv: {
    name: 'payments.csv',
    columns: () => [
      ['Date', ({ date }) => date],
      ['Type', kindOf],
      ['Customer ID', ({ customerId }) => customerId],
      ['Customer', ({ customerName }) => customerName],
      ['Invoice', ({ invoiceNumber }) => invoiceNumber],
      ['Method', ({ method }) => paymentMethodLabels[method]],
      ['Amount', ({ amount }) => amount],
    ],
  },
}
