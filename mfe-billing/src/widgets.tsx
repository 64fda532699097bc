import { type ComponentProps, lazy } from 'react'

export { AppointmentInvoice } from './invoices/AppointmentInvoice.tsx'

const Invoices = lazy(async () => ({
  default: (await import('./invoices/CustomerInvoices.tsx')).CustomerInvoices,
}))

/** Loaded when a profile shows it. */
export const CustomerInvoices = (props: ComponentProps<typeof Invoices>) => <Invoices {...props} />
