import { css } from '@emotion/react'
import { dayAt, dayLater, readTime, useParam, useSession } from '@plumbline/contract'
import { dayName } from '@plumbline/contract/when'
import type { Appointment } from '@plumbline/scheduling/api'
import {
  Button,
  Card,
  color,
  EmptyState,
  ErrorState,
  layer,
  PageHeader,
  ProgressBar,
  phone,
  Skeleton,
  space,
} from '@plumbline/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, NotebookPen } from 'lucide-react'
import { useState } from 'react'
import { dayOf } from '../appointments/agenda.ts'
import { customerName } from '../appointments/appointment.ts'
import { JobRow, jobList } from '../job/JobRow.tsx'
import { nextStep } from '../job/jobSteps.ts'
import { jobsOfDay } from '../job/jobsOfDay.ts'
import { NoteDialog } from '../job/NoteDialog.tsx'
import { useJobSteps } from '../job/useJobSteps.tsx'
import { membersQuery, teamOf } from '../team/team.ts'
import { useNow } from '../useNow.ts'
import { myDayQuery } from './myDayQuery.ts'
import { useSwipe } from './useSwipe.ts'

// on a phone the step is as wide as the thumb reaches, and where the job is can be read whole
const ownList = css`
  [data-actions] { grid-template-columns: minmax(148px, auto) repeat(4, 36px); }
  [data-note] { grid-column: 5; width: 36px; padding: 0; }
  @container (max-width: 799px) {
    li:not([data-done]) {
      padding-block: ${space(4)};
      > p { white-space: normal; }
      [data-address] { display: block; }
      [data-address]::before { content: none; }
      [data-actions] > [data-step] { flex: 1 1 100%; max-width: none; min-height: 48px; }
      [data-actions] > :not([data-step]) { flex: 1; width: auto; }
    }
  }
`

const swiped = css`
  touch-action: pan-y;
  ${phone} { min-height: 50dvh; }
`

// within reach of the thumb, above the navigation
const days = css`
  display: flex;
  justify-content: space-between;
  gap: ${space(2)};
  margin-top: ${space(4)};
  ${phone} {
    position: fixed;
    z-index: ${layer.sticky};
    inset: auto 0 calc(60px + env(safe-area-inset-bottom));
    @media (max-height: 480px) { bottom: calc(44px + env(safe-area-inset-bottom)); }
    margin: 0;
    padding: ${space(2)} ${space(4)};
    border-top: 1px solid ${color.line};
    background: ${color.surface};
    button { flex: 1; min-height: 44px; }
  }
  @media print { display: none; }
`

/** `/my-day`: the own jobs of a day in order, each with its next step; made for a phone and one thumb. */
export function MyDayPage() {
  const now = useNow()
  const today = dayAt(now)
  const [chosen, setChosen] = useParam('day')
  const day = chosen && readTime(chosen) ? chosen : today
  const { data: user } = useSession()
  const { data: members } = useSuspenseQuery(membersQuery())
  // who works alone does every job
  const assignee = user && teamOf(members) ? user.id : undefined
  const { data, isLoadingError, refetch } = useQuery(myDayQuery(day, day === today, assignee))
  const job = useJobSteps()
  const [noted, setNoted] = useState<Appointment | null>(null)
  const jobs = data && jobsOfDay(data, day)
  const done = jobs?.filter(({ status }) => status === 'completed').length ?? 0
  const next = day === today ? jobs?.find((it) => nextStep(it, now) !== null) : undefined
  const name = dayName(day, today)
  const goTo = (to: string) => setChosen(to === today ? null : to, { replace: true })
  const [before, after] = [dayLater(day, -1), dayLater(day)]
  const swipe = useSwipe((direction) => goTo(direction === 1 ? after : before))
  return (
    <>
      <title>My Day</title>
      <PageHeader
        title="My Day"
        text={
          <span role="status">
            {[name, jobs && jobs.length > 0 && `${done} of ${jobs.length} done`].filter(Boolean).join(' · ')}
          </span>
        }
      />
      <div css={swiped} {...swipe}>
        {jobs && jobs.length > 0 && (
          <div css={{ marginBottom: space(4) }}>
            <ProgressBar label="Jobs done" value={done} max={jobs.length} />
          </div>
        )}
        {isLoadingError ? (
          <ErrorState title="Your jobs could not be loaded" onRetry={() => void refetch()} />
        ) : !jobs ? (
          <Skeleton height={240} />
        ) : jobs.length === 0 ? (
          <EmptyState title={day === today ? 'No jobs today' : `No jobs: ${name}`}>
            Jobs that are given to you appear here.
          </EmptyState>
        ) : (
          <Card aria-label={`Jobs, ${name}`} flush>
            <div css={{ containerType: 'inline-size' }}>
              <ul css={[jobList, ownList]}>
                {jobs.map((it) => (
                  <JobRow
                    key={it.id}
                    appointment={it}
                    job={job}
                    now={now}
                    isToday={dayOf(it) === day}
                    isNext={it === next}
                    more={
                      it.status !== 'completed' &&
                      job.mayStep(it) && (
                        <Button
                          data-note
                          aria-label={`Note: ${it.title}, ${customerName(it)}`}
                          onClick={() => setNoted(it)}
                        >
                          <NotebookPen size={18} aria-hidden />
                        </Button>
                      )
                    }
                  />
                ))}
              </ul>
            </div>
          </Card>
        )}
      </div>
      <div css={days}>
        <Button onClick={() => goTo(before)}>
          <ChevronLeft size={16} aria-hidden />
          {dayName(before, today)}
        </Button>
        <Button onClick={() => goTo(after)}>
          {dayName(after, today)}
          <ChevronRight size={16} aria-hidden />
        </Button>
      </div>
      {job.dialogs}
      {noted && <NoteDialog appointment={noted} onClose={() => setNoted(null)} />}
    </>
  )
}
