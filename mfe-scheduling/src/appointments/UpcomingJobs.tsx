import { css } from '@emotion/react'
import { formatDay, formatTime } from '@plumbline/contract'
import { buttonStyle, Card, color, EmptyState, ErrorState, Skeleton, StatusBadge, space } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { after, customerName } from './appointment.ts'
import { appointmentsQuery } from './queries.ts'

const shown = 3

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
  /* by the room the card has */
  @container (max-width: 459px) { li { grid-template-columns: minmax(0, 1fr); } li > div:last-of-type { justify-content: space-between; } }
  li + li { border-top: 1px solid ${color.line}; }
`

/** The next jobs that are scheduled; lent to the dashboard. */
export function UpcomingJobs() {
  const { data, error, refetch } = useQuery(appointmentsQuery())
  const next =
    data &&
    after(data, new Date())
      .filter(({ status }) => status === 'scheduled')
      .slice(0, shown)
  return (
    <Card title="Upcoming Jobs" flush>
      {error ? (
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
                    {formatDay(job.scheduledDate)}, {formatTime(job.scheduledDate)} · {customerName(job)}
                  </div>
                </div>
                <div
                  css={{
                    display: 'flex',
                    flexWrap: 'wrap',
                    justifyContent: 'end',
                    alignItems: 'center',
                    gap: space(2),
                  }}
                >
                  <StatusBadge status={job.status} />
                  <Link
                    to={`/appointments/${job.id}`}
                    css={buttonStyle('secondary', 'sm')}
                    aria-label={`View Details of ${job.title}, ${formatDay(job.scheduledDate)}`}
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
