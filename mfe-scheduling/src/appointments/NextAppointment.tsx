import { css } from '@emotion/react'
import { formatSlot } from '@plumbline/contract/when'
import { color, ErrorState, radius, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { appointmentsAfter } from './appointment.ts'
import { customerAppointmentsQuery } from './queries.ts'

const line = css`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  padding: ${space(3)} ${space(4)};
  border-radius: ${radius.control};
  background: ${color.sunken};
  svg { flex: none; color: ${color.muted}; }
`

/** A customer's next appointment; a widget of their profile. */
export function NextAppointment({ customerId }: { customerId: number }) {
  const { data, isLoadingError, refetch } = useQuery(customerAppointmentsQuery(String(customerId)))
  if (isLoadingError)
    return <ErrorState title="The next appointment could not be loaded" onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton height={52} />
  const [next] = appointmentsAfter(data ?? [], new Date()).filter(({ status }) => status === 'scheduled')
  return (
    <p css={line}>
      <CalendarClock size={18} aria-hidden />
      {next ? (
        <span>
          Next: <Link to={`/appointments/${next.id}`}>{next.title}</Link>, {formatSlot(next)}
        </span>
      ) : (
        'No upcoming appointments.'
      )}
    </p>
  )
}
