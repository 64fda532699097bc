import type { Right, Role } from '@plumbline/platform/rights'

type RoleText = { label: string; text: string }

/** What each role may do, in one sentence. */
export const roleTexts: Record<Role, RoleText> = {
  business_owner: { label: 'Owner', text: 'May do everything, also change the team and the settings.' },
  manager: { label: 'Manager', text: 'May do everything but change the team and the settings.' },
  dispatcher: {
    label: 'Dispatcher',
    text: 'Plans all jobs, answers requests and messages, and sees prices and invoices.',
  },
  worker: { label: 'Worker', text: 'Sees, changes and completes their own jobs, with prices.' },
  limited_worker: { label: 'Limited worker', text: 'Sees and completes their own jobs, without prices.' },
  bookkeeper: {
    label: 'Bookkeeper',
    text: 'Writes invoices, records payments and sees reports. Sees the calendar and customers, and changes neither.',
  },
}

/** A role that this page does not know is called as it is. */
export const roleLabel = (role: string) => roleTexts[role as Role]?.label ?? role

const rightLabels: Record<Right, string> = {
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

export const rightLabel = (right: Right) => rightLabels[right]

/** The rights as they are shown together. */
export const rightGroups: readonly { label: string; rights: readonly Right[] }[] = [
  {
    label: 'Jobs',
    rights: [
      'schedule.own.view',
      'schedule.own.complete',
      'schedule.own.edit',
      'schedule.all.view',
      'schedule.all.edit',
      'schedule.all.delete',
    ],
  },
  { label: 'Customers', rights: ['customers.job', 'customers.all', 'customers.edit', 'leads'] },
  { label: 'Messages', rights: ['messages.own', 'messages.all'] },
  {
    label: 'Money',
    rights: [
      'prices.view',
      'costs.view',
      'quotes.edit',
      'quotes.approve',
      'invoices.view',
      'invoices.edit',
      'payments.record',
      'payments.refund',
    ],
  },
  { label: 'Business', rights: ['reports', 'export', 'team', 'settings'] },
]
