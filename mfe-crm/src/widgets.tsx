export { CustomerCard } from './customers/CustomerCard.tsx'
export { CustomerPicker } from './customers/CustomerPicker.tsx'
export { NewLeads } from './leads/NewLeads.tsx'
