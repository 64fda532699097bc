import { Remark } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { commonWith, digits, fullName } from './customer.ts'
import { matchesQuery } from './queries.ts'
import { useSettled } from './useSettled.ts'

const labels = { phone: 'phone number', email: 'email', name: 'name' }

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
              has the same{' '}
              {commonWith({ phone, email }, customer)
                .map((it) => labels[it])
                .join(' and ')}
            </li>
          ))}
        </ul>
      )}
    </Remark>
  )
}
