export type SectionName =
  | 'business'
  | 'hours'
  | 'services'
  | 'estimate-options'
  | 'rates'
  | 'tax'
  | 'payment'
  | 'quotes'
  | 'messages'
  | 'senders'
  | 'landing'
  | 'team'

const labels: Record<SectionName, string> = {
  business: 'Business',
  hours: 'Time zone and hours',
  services: 'Services',
  'estimate-options': 'Estimate options',
  rates: 'Rates',
  tax: 'Tax',
  payment: 'Payment',
  quotes: 'Quotes',
  messages: 'Messages',
  senders: 'Senders',
  landing: 'Public page',
  team: 'Team',
}

/** The pages of the settings, in their order, and the rights of which each needs one. Who plans jobs plans the hours of the team, too. */
export const settingsSections = Object.entries(labels).map(([name, label]) => ({
  ...{ name: name as SectionName, label },
  to: `/settings/${name}`,
  needs: name === 'team' ? (['team', 'schedule.all.edit'] as const) : (['settings'] as const),
}))
