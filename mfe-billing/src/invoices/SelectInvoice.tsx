import type { Invoice } from '@plumbline/billing/api'
import { Checkbox, phone, VisuallyHidden } from '@plumbline/ui'
import type { Selection } from './useSelection.ts'

/** The checkbox of an invoice in a list. */
export const SelectInvoice = ({ invoice: { id }, selection }: { invoice: Invoice; selection: Selection }) => (
  <Checkbox
    css={{ justifyContent: 'center', [phone]: { minWidth: 44 } }}
    label={<VisuallyHidden>Select invoice #{id}</VisuallyHidden>}
    checked={selection.has(id)}
    onChange={(event) => selection.toggle(id, event.target.checked)}
  />
)
