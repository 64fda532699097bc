import type { Customer } from '@plumbline/crm/api'
import { Remark } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { fullName } from './customer.ts'
import { matchesQuery } from './queries.ts'
import { useSettled } from './useSettled.ts'

const digits = (text: string) => text.replace(/\D/g, '').slice(-10)

/** What of a customer is also somebody else's, in words. */
function inCommon(customer: Customer, phone: string, email: string): string {
  const same = [
    digits(customer.phone) === digits(phone) && 'phone number',
    customer.email.toLowerCase() === email.trim().toLowerCase() && 'email',
  ].filter(Boolean)
  return `the same ${same.join(' and ') || 'phone number'}`
}

type DuplicatesProps = { phone: string; email: string; exceptId?: number }

/** Says who has this phone number or e-mail address already; nothing is refused. */
export function Duplicates(given: DuplicatesProps) {
  const phone = useSettled(given.phone)
  const email = useSettled(given.email)
  const asked = digits(phone).length >= 7 || email.includes('@')
  const { data } = useQuery({ ...matchesQuery(phone, email, given.exceptId), enabled: asked })
  return (
    <Remark icon={<UsersRound size={16} aria-hidden />} title="Perhaps the same person">
      {asked && data && data.length > 0 && (
        <ul>
          {data.map((customer) => (
            <li key={customer.id}>
              {/* beside what is being typed, which stays */}
              <Link to={`/customers?customer=${customer.id}`} target="_blank">
                {fullName(customer)}
              </Link>{' '}
              has {inCommon(customer, phone, email)}
            </li>
          ))}
        </ul>
      )}
    </Remark>
  )
}
