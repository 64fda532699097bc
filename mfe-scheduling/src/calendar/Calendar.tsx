import { css } from '@emotion/react'
import type { Business } from '@plumbline/business/api'
import { dayAt, useParam } from '@plumbline/contract'
import { useRights } from '@plumbline/contract/rights'
import type { Appointment } from '@plumbline/scheduling/api'
import { Button, ErrorState, SegmentedControl, Skeleton, space, useMediaQuery } from '@plumbline/ui'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type CSSProperties,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router-dom'
import { businessQuery } from '../appointments/businessQuery.ts'
import { appointmentsBetweenQuery } from '../appointments/queries.ts'
import { membersQuery, useTeam } from '../team/team.ts'
import { newTimeParam } from '../texts/newTimeParam.ts'
import { AgendaView } from './AgendaView.tsx'
import { findOverlaps, type Overlaps } from './daySegments.ts'
import { isInLane, readLane } from './lanes.ts'
import { MonthView } from './MonthView.tsx'
import { TimeGrid } from './TimeGrid.tsx'
import { Toolbar, wideQuery } from './Toolbar.tsx'
import { useOptimisticReschedule } from './useOptimisticReschedule.ts'
import { groupings, useView } from './useView.ts'
import { WhoFilter } from './WhoFilter.tsx'

const NewTimeDialog = lazy(async () => ({
  default: (await import('../texts/NewTimeDialog.tsx')).NewTimeDialog,
}))

const MemberWeek = lazy(async () => ({ default: (await import('./MemberWeek.tsx')).MemberWeek }))

const choices = css`
  display: flex;
  gap: ${space(3)};
  align-items: center;
  justify-content: space-between;
`

// a column for each day beside the names
const deskQuery = '@media screen and (min-width: 1024px)'

/** The appointment whose customer is texted; where the calendar was left meanwhile, on the appointment's own page. */
function useText() {
  const navigate = useNavigate()
  const [texted, setTexted] = useState<Appointment | null>(null)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const text = (appointment: Appointment) =>
    isShown.current
      ? setTexted(appointment)
      : void navigate(`/appointments/${appointment.id}?${newTimeParam}=new-time`)
  return { texted, text, closeText: () => setTexted(null) }
}

const rangeOf = (days: readonly string[]) => appointmentsBetweenQuery(days[0] ?? '', days.at(-1) ?? '')

/** The appointments of some days; until they are there, those of the days before. The nearby days follow, so that paging does not wait. */
function useAppointmentsOn(days: readonly string[], nearby: readonly (readonly string[])[]) {
  const queryClient = useQueryClient()
  const query = useQuery({ ...rangeOf(days), placeholderData: keepPreviousData })
  const isLoaded = query.isSuccess && !query.isPlaceholderData
  const loadNearby = useEffectEvent(() => {
    for (const others of nearby) void queryClient.prefetchQuery(rangeOf(others))
  })
  const first = days[0]
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page that is shown
  useEffect(() => {
    if (isLoaded) loadNearby()
  }, [isLoaded, first, days.length])
  return query
}

const noAppointments: readonly Appointment[] = []

/** Whose jobs are shown, in the URL; everybody's for who works alone, or has none but their own to see. */
function useWho() {
  const { may } = useRights()
  const team = useTeam()
  const { isPending } = useQuery(membersQuery())
  const [assignee, setAssignee] = useParam('assignee')
  const isChosen = team !== undefined && may('schedule.all.view')
  return {
    team: isChosen ? team : undefined,
    who: isChosen ? readLane(assignee) : undefined,
    setAssignee,
    isPending,
  }
}

/** Appointments by day, week, month or as an agenda: those of the days that are shown. */
export function Calendar() {
  const { view, grouping, day, today, days, title, show, page, loadedDays, nearbyDays, isNarrow } = useView()
  const query = useAppointmentsOn(loadedDays, nearbyDays)
  const { data: business } = useQuery(businessQuery())
  const { texted, text, closeText } = useText()
  const { displayed, reschedule, announcement, announce } = useOptimisticReschedule(
    query.data ?? noAppointments,
    text,
  )
  const overlaps = useMemo(() => findOverlaps(displayed), [displayed])
  const { team, who, setAssignee, isPending: isTeamPending } = useWho()
  const shown = useMemo(() => displayed.filter((it) => isInLane(it, who)), [displayed, who])
  const { isKnown, may } = useRights()
  // until it is known the server decides
  const canEdit = !isKnown || may('schedule.all.edit')
  const hasWhoRow = !useMediaQuery(wideQuery) && team !== undefined
  const hasGroupings = useMediaQuery(deskQuery) && team !== undefined && view === 'week'
  const isWaiting = query.isPlaceholderData
  const openDay = (opened: string) => show({ view: 'day', day: opened })
  if (query.isLoadingError)
    return (
      <ErrorState title="The calendar could not be loaded" onRetry={() => void query.refetch()}>
        {query.error.message}
      </ErrorState>
    )
  return (
    <>
      <Toolbar
        title={title}
        view={view}
        onView={(next) => show({ view: next })}
        onPage={page}
        onToday={() => show({ day: today })}
        who={
          team && (
            <div css={choices}>
              <WhoFilter
                team={team}
                who={who}
                onWho={(next) => setAssignee(next === undefined ? null : String(next), { replace: true })}
                onUnassigned={(scheduledDate) =>
                  show({ day: dayAt(new Date(scheduledDate)), assignee: 'none' })
                }
              />
              {hasGroupings && (
                <SegmentedControl
                  label="Rows"
                  segments={groupings.map((value) => ({ value, label: `By ${value}` }))}
                  value={grouping}
                  onChange={(next) => show({ grouping: next })}
                />
              )}
            </div>
          )
        }
      />
      <div
        css={isWaiting && { opacity: 0.6 }}
        style={hasWhoRow ? ({ '--who': '52px' } as CSSProperties) : undefined}
        aria-busy={isWaiting}
      >
        {/* a day that gets its lanes later would be drawn anew, and lose the focus */}
        {!query.data || isTeamPending || (isWaiting && view === 'agenda') ? (
          <Skeleton height={560} />
        ) : view === 'month' ? (
          <>
            <MonthView
              business={business}
              appointments={shown}
              overlaps={overlaps}
              day={day}
              today={today}
              onDay={isNarrow ? (chosen) => show({ day: chosen }) : openDay}
            />
            {isNarrow && (
              <ChosenDay
                business={business}
                appointments={shown}
                overlaps={overlaps}
                day={day}
                today={today}
                onOpen={openDay}
              />
            )}
          </>
        ) : view === 'agenda' ? (
          <AgendaView
            business={business}
            appointments={shown}
            overlaps={overlaps}
            days={days}
            today={today}
          />
        ) : hasGroupings && grouping === 'member' ? (
          <Suspense fallback={<Skeleton height={560} />}>
            <MemberWeek
              label={title}
              team={team}
              business={business}
              appointments={shown}
              overlaps={overlaps}
              days={days}
              today={today}
              who={who}
              canEdit={canEdit}
              onOpen={openDay}
              onDay={(next) => show({ day: next })}
              onMove={reschedule}
              announce={announce}
            />
          </Suspense>
        ) : (
          <TimeGrid
            label={title}
            business={business}
            appointments={shown}
            overlaps={overlaps}
            days={days}
            today={today}
            who={who}
            hasLanes={team !== undefined && who === undefined && view === 'day' && !isNarrow}
            canEdit={canEdit}
            onOpen={openDay}
            onDay={(next) => show({ day: next })}
            onMove={reschedule}
            announce={announce}
          />
        )}
      </div>
      <div role="status" css={{ position: 'absolute', clipPath: 'inset(50%)' }}>
        {announcement}
      </div>
      <Suspense>{texted && <NewTimeDialog appointment={texted} onClose={closeText} />}</Suspense>
    </>
  )
}

type ChosenDayProps = {
  business: Business | undefined
  appointments: readonly Appointment[]
  overlaps: Overlaps
  day: string
  today: string
  onOpen: (day: string) => void
}

/** Below a month that has no room for what is planned: the day that was chosen in it. */
const ChosenDay = ({ business, appointments, overlaps, day, today, onOpen }: ChosenDayProps) => (
  <div css={{ marginTop: space(4) }}>
    <AgendaView
      business={business}
      appointments={appointments}
      overlaps={overlaps}
      days={[day]}
      today={today}
      action={
        <Button tone="quiet" size="sm" onClick={() => onOpen(day)}>
          Open day
        </Button>
      }
    />
  </div>
)
