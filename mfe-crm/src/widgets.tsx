import { type ComponentProps, lazy } from 'react'

export { NewLeads } from './leads/NewLeads.tsx'

// the dashboard takes its widgets from this module too, and has neither a form nor a conversation
const Picker = lazy(async () => ({
  default: (await import('./customers/CustomerPicker.tsx')).CustomerPicker,
}))
const Card = lazy(async () => ({ default: (await import('./customers/CustomerCard.tsx')).CustomerCard }))

const History = lazy(async () => ({ default: (await import('./history/RecordHistory.tsx')).RecordHistory }))

export const RecordHistory = (props: ComponentProps<typeof History>) => <History {...props} />
export const CustomerPicker = (props: ComponentProps<typeof Picker>) => <Picker {...props} />
export const CustomerCard = (props: ComponentProps<typeof Card>) => <Card {...props} />
