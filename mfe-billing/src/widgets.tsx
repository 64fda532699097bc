export { AppointmentInvoice } from './invoices/AppointmentInvoice.tsx'
