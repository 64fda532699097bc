import { Avatar, ErrorState, phone, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ContactList } from './ContactLinks.tsx'
import { fullName } from './customer.ts'
import { customerQuery } from './queries.ts'

const profileLink = {
  display: 'inline-flex',
  alignItems: 'center',
  minHeight: 24,
  [phone]: { minHeight: 44 },
}

/** A customer and how to reach them, for pages of other micro-frontends. */
export function CustomerCard({ customerId }: { customerId: number }) {
  const { data, isLoadingError, refetch } = useQuery(customerQuery(customerId))
  if (isLoadingError)
    return <ErrorState title="The customer could not be loaded" onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} />
  return (
    <div>
      <div css={{ display: 'flex', gap: space(3), alignItems: 'center', marginBottom: space(3) }}>
        <Avatar firstName={data.firstName} lastName={data.lastName} />
        <div>
          <div css={{ fontWeight: 600 }}>{fullName(data)}</div>
          <Link to={`/customers?customer=${data.id}`} css={profileLink}>
            View Customer Profile
          </Link>
        </div>
      </div>
      <ContactList person={data} />
    </div>
  )
}
