import type { Customer, CustomerForm } from '@plumbline/crm/api'

type Named = { firstName: string; lastName: string }
export const fullName = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`

/** The digits by which numbers are compared, whatever is written around them and before them. */
export const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

type Contact = { phone: string; email: string } & Partial<Named>

/** What somebody has in common with a customer, who was found by one of phone and email. */
export function commonWith(contact: Contact, customer: Customer): ('phone' | 'email' | 'name')[] {
  const name = ({ firstName = '', lastName = '' }: Partial<Named>) =>
    `${firstName.trim()} ${lastName.trim()}`.toLowerCase()
  const same = {
    phone: digits(contact.phone) === digits(customer.phone),
    email: contact.email.trim().toLowerCase() === customer.email.toLowerCase(),
    name: name(contact) === name(customer),
  }
  const common = (['phone', 'email', 'name'] as const).filter((it) => same[it])
  // found by the server as the same number, though it is written in a way that is not compared here
  return common.length > 0 ? common : ['phone']
}

export const sourceLabels: Record<string, string> = {
  website: 'Website',
  referral: 'Referral',
  phone: 'Phone',
  direct: 'Direct',
  social: 'Social Media',
}
export const sourceLabel = ({ source }: { source: string }): string => sourceLabels[source] ?? source

export const statusLabels: Record<string, string> = { active: 'Active', lead: 'Lead', completed: 'Completed' }

export const fieldLabels: Record<string, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  status: 'Status',
  source: 'Source',
  notes: 'Notes',
}

/** The value of a field as people read it. */
export function formatField(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (name === 'status') return statusLabels[text] ?? text
  return name === 'source' ? (sourceLabels[text] ?? text) : text
}

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

/** As the server takes changes: an emptied field is null. */
export const emptyToNull = <Values extends object>(changes: Values): Values =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value]),
  ) as Values
