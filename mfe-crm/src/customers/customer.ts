import type { Customer, CustomerForm } from '@plumbline/crm/api'

type Named = { firstName: string; lastName: string }
export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`

export const sourceLabels: Record<string, string> = {
  website: 'Website',
  referral: 'Referral',
  phone: 'Phone',
  direct: 'Direct',
  social: 'Social Media',
}
export const sourceLabel = ({ source }: { source: string }): string => sourceLabels[source] ?? source

export const statusLabels: Record<string, string> = { active: 'Active', lead: 'Lead', completed: 'Completed' }

export const telephone = ({ phone }: { phone: string }) => `tel:${phone.replace(/[^\d+]/g, '')}`
export const mail = ({ email }: { email: string }) => `mailto:${encodeURIComponent(email)}`
/** Directions to an address, in whatever the phone uses for maps. */
export const directions = (address: string) =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(address)}`

const asText = (value: string | null | undefined) => value ?? ''

/** What the dialog starts with; a customer who is added is active and came directly. */
export const formOf = (customer?: Customer): CustomerForm => ({
  firstName: asText(customer?.firstName),
  lastName: asText(customer?.lastName),
  email: asText(customer?.email),
  phone: asText(customer?.phone),
  address: asText(customer?.address),
  status: customer?.status ?? 'active',
  source: customer?.source ?? 'direct',
  notes: asText(customer?.notes),
})

/** Only what is different from before; an emptied field is null. */
export function changesOf(customer: Customer, form: CustomerForm): Partial<CustomerForm> {
  const before = formOf(customer)
  const names = Object.keys(before) as (keyof CustomerForm)[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = form[name] ?? ''
      return value === before[name] ? [] : [[name, value === '' ? null : value]]
    }),
  )
}
