import type { Customer, CustomerForm } from '@plumbline/crm/api'
import { digits } from './customer.ts'

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

/** What someone who searches for a person has typed: a phone number, or a name. @example contactIn('Ann Lee') */
export function contactIn(text: string): Partial<Pick<CustomerForm, 'firstName' | 'lastName' | 'phone'>> {
  const words = text.trim()
  if (words === '') return {}
  if (digits(words).length >= 7) return { phone: words }
  const [firstName = '', ...others] = words.split(/\s+/)
  return { firstName, lastName: others.join(' ') }
}

/** As the server takes changes: an emptied field is null. */
export const emptyToNull = <Values extends object>(changes: Values): Values =>
  Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, value === '' ? null : value]),
  ) as Values
