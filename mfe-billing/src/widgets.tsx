import { type ComponentProps, lazy } from 'react'

export { AppointmentInvoice } from './invoices/AppointmentInvoice.tsx'

const Invoices = lazy(async () => ({
  default: (await import('./invoices/CustomerInvoices.tsx')).CustomerInvoices,
}))

const JobDialog = lazy(async () => ({
  default: (await import('./invoices/InvoiceJobDialog.tsx')).InvoiceJobDialog,
}))

const QuotesOfCustomer = lazy(async () => ({
  default: (await import('./quotes/QuotesOf.tsx')).CustomerQuotes,
}))

const QuotesOfJob = lazy(async () => ({
  default: (await import('./quotes/QuotesOf.tsx')).AppointmentQuotes,
}))

/** Loaded when a profile shows it. */
export const CustomerInvoices = (props: ComponentProps<typeof Invoices>) => <Invoices {...props} />

/** Loaded when a job is completed and invoiced. */
export const InvoiceJobDialog = (props: ComponentProps<typeof JobDialog>) => <JobDialog {...props} />

/** Loaded when a profile shows it. */
export const CustomerQuotes = (props: ComponentProps<typeof QuotesOfCustomer>) => (
  <QuotesOfCustomer {...props} />
)

/** Loaded after the job itself. */
export const AppointmentQuotes = (props: ComponentProps<typeof QuotesOfJob>) => <QuotesOfJob {...props} />
