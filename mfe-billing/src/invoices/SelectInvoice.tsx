import type { Invoice } from '@plumbline/billing/api'
import { Checkbox, phone, VisuallyHidden } from '@plumbline/ui'
import type { Selection } from './useSelection.ts'

/** The checkbox of an invoice in a list. */
export const SelectInvoice = ({ invoice, selection }: { invoice: Invoice; selection: Selection }) => (
  <Checkbox
    css={{ justifyContent: 'center', [phone]: { minWidth: 44 } }}
    label={<VisuallyHidden>Select invoice #{invoice.id}</VisuallyHidden>}
    checked={selection.has(invoice.id)}
    disabled={selection.isDisabled}
    onChange={(event) => selection.toggle(invoice, event.target.checked)}
  />
)
