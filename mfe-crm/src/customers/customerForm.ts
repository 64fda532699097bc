import { type Customer, type CustomerForm, customerFieldNames } from '@plumbline/crm/api'
import { digits } from './customer.ts'

/** A customer who is added is active and came directly. */
const added: Partial<CustomerForm> = { status: 'active', source: 'direct' }

/** What the forms start with. */
export const formOf = (customer: Partial<Customer> = added) =>
  Object.fromEntries(customerFieldNames.map((name) => [name, customer[name] ?? ''])) as Required<CustomerForm>

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
