import { css } from '@emotion/react'
import type { Customer } from '@plumbline/crm/api'
import { color, radius, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { Link } from 'react-router-dom'
import { fullName } from './customer.ts'
import { matchesQuery } from './queries.ts'
import { useSettled } from './useSettled.ts'

const note = css`
  display: flex;
  gap: ${space(3)};
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.amberTint};
  color: ${color.amber};
  svg { flex: none; margin-top: 3px; }
  ul { margin: ${space(1)} 0 0; padding: 0; list-style: none; }
  a { color: inherit; font-weight: 600; overflow-wrap: anywhere; }
`

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
    <div role="status" css={{ '&:empty': { position: 'absolute' } }}>
      {asked && data && data.length > 0 && (
        <div css={note}>
          <UsersRound size={16} aria-hidden />
          <div>
            <p>Perhaps the same person:</p>
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
          </div>
        </div>
      )}
    </div>
  )
}
