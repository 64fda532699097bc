import type { Right, Role } from '@plumbline/platform/rights'

/** What each role may do, in one sentence. */
export const roleTexts: Record<Role, string> = {
  business_owner: 'May do everything, also change the team and the settings.',
  manager: 'May do everything but change the team and the settings.',
  dispatcher: 'Plans all jobs, answers requests and messages, and sees prices and invoices.',
  worker: 'Sees, changes and completes their own jobs, with prices.',
  limited_worker: 'Sees and completes their own jobs, without prices.',
  bookkeeper:
    'Writes invoices, records payments and sees reports. Sees the calendar and customers, and changes neither.',
}

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
