import { css } from '@emotion/react'
import { dayAt } from '@plumbline/contract'
import { formatSlot } from '@plumbline/contract/when'
import { buttonStyle, Card, color, EmptyState, ErrorState, Skeleton, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { AppointmentBadge } from '../appointments/AppointmentBadge.tsx'
import { appointmentsAfter, customerName } from '../appointments/appointment.ts'
import { nextAppointmentsQuery } from '../appointments/queries.ts'
import { useNow } from '../useNow.ts'

const maxJobs = 3

const list = css`
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: ${space(1)} ${space(4)};
    align-items: center;
    padding: ${space(3)} ${space(5)};
  }
  [data-actions] { display: flex; flex-wrap: wrap; justify-content: end; align-items: center; gap: ${space(2)}; }
  @container (max-width: 459px) { li { grid-template-columns: minmax(0, 1fr); } [data-actions] { justify-content: space-between; } }
  li + li { border-top: 1px solid ${color.line}; }
`

/** The next scheduled jobs; a widget of the dashboard. */
export function UpcomingJobs() {
  const now = useNow()
  const { data, isLoadingError, refetch } = useQuery(nextAppointmentsQuery(dayAt(now)))
  const next =
    data &&
    appointmentsAfter(data, now)
      .filter(({ status }) => status === 'scheduled')
      .slice(0, maxJobs)
  return (
    <Card title="Upcoming Jobs" flush>
      {isLoadingError ? (
        <ErrorState title="Upcoming jobs could not be loaded" onRetry={() => void refetch()} />
      ) : !next ? (
        <Skeleton height={200} />
      ) : next.length === 0 ? (
        <EmptyState title="No upcoming jobs scheduled" />
      ) : (
        <div css={{ containerType: 'inline-size' }}>
          <ul css={list}>
            {next.map((job) => (
              <li key={job.id}>
                <div css={{ minWidth: 0 }}>
                  <div css={{ fontWeight: 600 }}>{job.title}</div>
                  <div css={{ color: color.muted, fontVariantNumeric: 'tabular-nums' }}>
                    {formatSlot(job)} · {customerName(job)}
                  </div>
                </div>
                <div data-actions>
                  <AppointmentBadge appointment={job} />
                  <Link
                    to={`/appointments/${job.id}`}
                    css={buttonStyle('secondary', 'sm')}
                    aria-label={`View Details of ${job.title}, ${formatSlot(job)}`}
                  >
                    View Details
                  </Link>
                </div>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
