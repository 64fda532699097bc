import { Callout, useDebouncedValue } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { digits, fieldsInCommon, fullName } from './customer.ts'
import { matchingCustomersQuery } from './queries.ts'

const labels = { phone: 'phone number', email: 'email', name: 'name' }

type DuplicatesProps = { phone: string; email: string; exceptId?: number }

/** Names the customers who have this phone number or email already; nothing is refused. */
export function Duplicates({ exceptId, ...typed }: DuplicatesProps) {
  const phone = useDebouncedValue(typed.phone)
  const email = useDebouncedValue(typed.email)
  const isSearchable = digits(phone).length >= 7 || email.includes('@')
  const { data } = useQuery({ ...matchingCustomersQuery(phone, email, exceptId), enabled: isSearchable })
  return (
    <Callout icon={<UsersRound size={16} aria-hidden />} title="Possible duplicate">
      {isSearchable && data && data.length > 0 && (
        <ul>
          {data.map((customer) => (
            <li key={customer.id}>
              {/* in another window, because what is typed here is not saved yet */}
              <Link to={`/customers?customer=${customer.id}`} target="_blank">
                {fullName(customer)}
              </Link>{' '}
              has the same{' '}
              {fieldsInCommon({ phone, email }, customer)
                .map((name) => labels[name])
                .join(' and ')}
            </li>
          ))}
        </ul>
      )}
    </Callout>
  )
}
