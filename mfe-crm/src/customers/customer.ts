import type { Sort } from '@plumbline/contract/list'
import { type Customer, customerStatusLabels, fullName } from '@plumbline/crm/api'

export { fullName }

type PersonName = { firstName: string; lastName: string }

/** The digits by which numbers are compared, whatever is written around them and before them. */
export const digits = (phone: string): string => phone.replace(/\D/g, '').slice(-10)

type Contact = { phone: string; email: string } & Partial<PersonName>

/** What a person has in common with a customer that the server found by phone or email. */
export function fieldsInCommon(contact: Contact, customer: Customer): ('phone' | 'email' | 'name')[] {
  const name = ({ firstName = '', lastName = '' }: Partial<PersonName>) =>
    `${firstName.trim()} ${lastName.trim()}`.toLowerCase()
  const isSame = {
    phone: digits(contact.phone) === digits(customer.phone),
    email: customer.email !== '' && contact.email.trim().toLowerCase() === customer.email.toLowerCase(),
    name: name(contact) === name(customer),
  }
  const common = (['phone', 'email', 'name'] as const).filter((field) => isSame[field])
  // the server compares numbers that are written in more ways than this does
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

/** The value of a field as people read it. */
export function formatField(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (name === 'status') return customerStatusLabels[text as Customer['status']] ?? text
  return name === 'source' ? (sourceLabels[text] ?? text) : text
}

/** What a list of people is searched by. */
export const personSearch = {
  text: (person: PersonName & { email: string; address?: string | null }) =>
    `${fullName(person)} ${person.email} ${person.address ?? ''}`,
  phone: ({ phone }: { phone: string }) => phone,
}

type Listed = PersonName & { createdAt: string }
export const personSorts: readonly Sort<Listed>[] = [
  // as the server sends them
  { value: 'newest', label: 'Newest first', compare: () => 0 },
  {
    value: 'oldest',
    label: 'Oldest first',
    compare: (a, b) => Number(a.createdAt > b.createdAt) - Number(a.createdAt < b.createdAt),
  },
  {
    value: 'name',
    label: 'By last name',
    // a company has one name
    compare: (a, b) =>
      (a.lastName || a.firstName).localeCompare(b.lastName || b.firstName) ||
      a.firstName.localeCompare(b.firstName),
  },
]
