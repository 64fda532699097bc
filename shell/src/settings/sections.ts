export type SectionName = 'business' | 'rates' | 'payment'

const labels: Record<SectionName, string> = { business: 'Business', rates: 'Rates', payment: 'Payment' }

/** The pages of the settings, in their order. */
export const settingsSections = Object.entries(labels).map(([name, label]) => ({
  ...{ name: name as SectionName, label },
  to: `/settings/${name}`,
}))
