import { labelsOf, storedLabelsOf } from '@plumbline/platform/fields'

type InvoiceField = {
  /** As screens, files and the history call it. */
  label: string
  /** What events call it, where that is another name. */
  storedAs?: string
  /** Of a text. */
  maxLength?: number
}

/** The fields of an invoice that a request may set. What the others may hold says `InvoiceForm`. None of them is personal. */
export const invoiceFields = {
  customerId: { label: 'Customer' },
  appointmentId: { label: 'Appointment' },
  description: { label: 'Description', maxLength: 2_000 },
  lines: { label: 'Items' },
  amount: { label: 'Amount' },
  tax: { label: 'Tax' },
  dueDate: { label: 'Due date', storedAs: 'dueOn' },
  status: { label: 'Status' },
} as const satisfies Record<string, InvoiceField>

export type InvoiceFieldName = keyof typeof invoiceFields

/** @example invoiceLabels.dueDate // 'Due date' */
export const invoiceLabels = /* @__PURE__ */ labelsOf(invoiceFields)
/** @example storedInvoiceLabels.dueOn // 'Due date' */
export const storedInvoiceLabels = /* @__PURE__ */ storedLabelsOf(invoiceFields)
