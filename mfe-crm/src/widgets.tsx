import { type ComponentProps, lazy } from 'react'

export { CustomerCard } from './customers/CustomerCard.tsx'
export { NewLeads } from './leads/NewLeads.tsx'

const Picker = lazy(async () => ({
  default: (await import('./customers/CustomerPicker.tsx')).CustomerPicker,
}))

/** Loaded when a form shows it: the dashboard takes its widgets from this module too, and has no form. */
export const CustomerPicker = (props: ComponentProps<typeof Picker>) => <Picker {...props} />
