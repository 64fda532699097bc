import { type Customer, type CustomerWork, customerStatusLabels, fullName } from '@plumbline/crm/api'

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

/** An answer without the work of a customer owes nothing that is known. */
export const owesMoney = (work: CustomerWork | undefined): work is CustomerWork =>
  work !== undefined && work.openInvoices > 0

/** The orders of lists of people. */
export const personSorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'By last name' },
] as const

/** What the status filter of the CRM offers. */
export const customerFilters = [
  { value: '', label: 'All Status' },
  { value: 'active', label: 'Active' },
  { value: 'lead', label: 'Lead' },
  { value: 'new', label: 'New' },
  { value: 'completed', label: 'Completed' },
] as const
