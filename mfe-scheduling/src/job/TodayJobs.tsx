import { css } from '@emotion/react'
import { dayAt, formatTime } from '@plumbline/contract'
import { formatSlot, shortDay } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import { buttonStyle, Card, color, ErrorState, phone, Skeleton, space, useIsPhone } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Link } from 'react-router-dom'
import { dayOf } from '../appointments/agenda.ts'
import { nextAppointmentsQuery } from '../appointments/queries.ts'
import { useNow } from '../useNow.ts'
import { JobRow, jobList } from './JobRow.tsx'
import { nextStep } from './jobSteps.ts'
import { jobsOfDay } from './jobsOfDay.ts'
import { useJobSteps } from './useJobSteps.tsx'

// phones have the Scheduler in the navigation, and the title needs the room
const calendarLink = [
  ...buttonStyle('quiet', 'sm'),
  css`
    margin-right: -${space(3)};
    ${phone} { display: none; }
  `,
]

const firstScheduled = (appointments: readonly Appointment[], now: Date): Appointment | undefined =>
  appointments.find(
    (it) => it.status === 'scheduled' && !it.anytime && Date.parse(it.scheduledDate) > now.getTime(),
  )

/** @example 'Today, Tue, Nov 24 · 3 jobs · next at 10:00 AM' */
function titleOf(jobs: readonly Appointment[] | undefined, day: string, now: Date): string {
  if (!jobs || jobs.length === 0) return day
  const next = firstScheduled(jobs, now)
  const count = jobs.length === 1 ? '1 job' : `${jobs.length} jobs`
  const parts = [day, count, next && `next at ${formatTime(next.scheduledDate)}`]
  // breaks between the parts, not within one
  return parts.flatMap((part) => (part ? [part.replaceAll(' ', '\u00a0')] : [])).join(' · ')
}

type TodayJobsProps = {
  /** Called once it is known how much room the jobs take. */
  onReady?: () => void
}

/** Today's jobs with the one next step of each; a widget of the dashboard. */
export function TodayJobs({ onReady }: TodayJobsProps) {
  const now = useNow()
  const today = dayAt(now)
  const { data, isLoadingError, refetch } = useQuery(nextAppointmentsQuery(today))
  const jobs = data && jobsOfDay(data, today)
  const job = useJobSteps()
  const isPhone = useIsPhone()
  const isReady = data !== undefined || isLoadingError
  const announce = useEffectEvent(() => onReady?.())
  useEffect(() => {
    if (isReady) announce()
  }, [isReady])
  const next = jobs?.find((it) => nextStep(it, now) !== null)
  return (
    <Card
      title={titleOf(jobs, isPhone ? 'Today' : `Today, ${shortDay(today)}`, now)}
      flush
      action={
        <Link to="/scheduler?view=calendar" css={calendarLink}>
          Open calendar
        </Link>
      }
    >
      {!jobs ? (
        isLoadingError ? (
          <ErrorState title="Today's jobs could not be loaded" onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={140} />
        )
      ) : jobs.length === 0 ? (
        <NoJobs next={firstScheduled(data, now)} today={today} />
      ) : (
        <div css={{ containerType: 'inline-size' }}>
          <ul css={jobList}>
            {jobs.map((it) => (
              <JobRow
                key={it.id}
                appointment={it}
                job={job}
                now={now}
                isToday={dayOf(it) === today}
                isNext={it === next}
              />
            ))}
          </ul>
        </div>
      )}
      {job.dialogs}
    </Card>
  )
}

type NoJobsProps = { next: Appointment | undefined; today: string }

const NoJobs = ({ next, today }: NoJobsProps) => (
  <p css={{ padding: `${space(4)} ${space(5)}`, color: color.muted }}>
    No jobs today.{' '}
    {next && (
      <>
        Next: <Link to={`/appointments/${next.id}`}>{next.title}</Link>, {formatSlot(next, today)}
      </>
    )}
  </p>
)
