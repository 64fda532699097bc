import type { Right, Role } from '@plumbline/platform/rights'

/** What the roles are called. */
export const roleLabels: Record<Role, string> = {
  business_owner: 'Owner',
  manager: 'Manager',
  dispatcher: 'Dispatcher',
  worker: 'Worker',
  limited_worker: 'Limited worker',
  bookkeeper: 'Bookkeeper',
}

/** A role that this release does not know is called as it is. */
export const roleLabel = (role: string): string => roleLabels[role as Role] ?? role

/** What the rights are called. */
export const rightLabels: Record<Right, string> = {
  'schedule.own.view': 'See their own jobs',
  'schedule.own.complete': 'Start and complete their own jobs',
  'schedule.own.edit': 'Change their own jobs',
  'schedule.all.view': 'See the jobs of everybody',
  'schedule.all.edit': 'Plan and change the jobs of everybody',
  'schedule.all.delete': 'Delete jobs',
  'customers.job': 'See the customers of their jobs',
  'customers.all': 'See all customers',
  'customers.edit': 'Add and change customers',
  leads: 'Handle requests',
  'prices.view': 'See prices',
  'costs.view': 'See costs',
  'quotes.edit': 'Write quotes',
  'quotes.approve': 'Approve quotes',
  'invoices.view': 'See invoices',
  'invoices.edit': 'Write and change invoices',
  'payments.record': 'Record payments',
  'payments.refund': 'Record refunds',
  'messages.own': 'Write to the customers of their jobs',
  'messages.all': 'Read and write all messages',
  reports: 'See reports',
  team: 'Change the team',
  settings: 'Change the settings',
  export: 'Export data',
}
