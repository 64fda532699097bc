export { NewLeads } from './leads/NewLeads.tsx'
