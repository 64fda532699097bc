import { css } from '@emotion/react'
import { telephoneLink } from '@plumbline/contract/phone'
import { Avatar, color, ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Mail, MapPin, Phone } from 'lucide-react'
import { Link } from 'react-router-dom'
import { directions, fullName, mail } from './customer.ts'
import { customerQuery } from './queries.ts'

const lines = css`
  display: grid;
  gap: ${space(1.5)};
  margin: ${space(3)} 0 0;
  padding: 0;
  list-style: none;
  li { display: flex; gap: ${space(2)}; overflow-wrap: anywhere; }
  svg { flex: none; color: ${color.muted}; transform: translateY(3px); }
  a { color: inherit; font-variant-numeric: tabular-nums; }
`

/** Who it is and how to reach them; lent to pages about one customer. */
export function CustomerCard({ customerId }: { customerId: number }) {
  const { data, error, refetch } = useQuery(customerQuery(customerId))
  if (error) return <ErrorState title="The customer could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  return (
    <div>
      <div css={{ display: 'flex', gap: space(3), alignItems: 'center' }}>
        <Avatar firstName={data.firstName} lastName={data.lastName} />
        <div>
          <div css={{ fontWeight: 600 }}>{fullName(data)}</div>
          <Link to={`/customers?customer=${data.id}`}>View Customer Profile</Link>
        </div>
      </div>
      <ul css={lines}>
        <li>
          <Phone size={14} aria-label="Phone" />
          <a href={telephoneLink(data.phone)}>{data.phone}</a>
        </li>
        <li>
          <Mail size={14} aria-label="Email" />
          <a href={mail(data)}>{data.email}</a>
        </li>
        {data.address && (
          <li>
            <MapPin size={14} aria-label="Address" />
            <a href={directions(data.address)} target="_blank" rel="noreferrer">
              {data.address}
            </a>
          </li>
        )}
      </ul>
    </div>
  )
}
