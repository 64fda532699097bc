export type SectionName = 'business' | 'hours' | 'rates' | 'payment'

const labels: Record<SectionName, string> = {
  business: 'Business',
  hours: 'Time zone and hours',
  rates: 'Rates',
  payment: 'Payment',
}

/** The pages of the settings, in their order. */
export const settingsSections = Object.entries(labels).map(([name, label]) => ({
  ...{ name: name as SectionName, label },
  to: `/settings/${name}`,
}))
