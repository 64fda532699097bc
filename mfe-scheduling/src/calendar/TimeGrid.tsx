import { css } from '@emotion/react'
import { timeZone } from '@plumbline/contract'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, layer, phone, radius, space, text } from '@plumbline/ui'
import { useId, useLayoutEffect, useMemo, useRef } from 'react'
import { hoursOn, isClosedDay, isOff, type WorkingHours } from '../appointments/workingHours.ts'
import { useAvailability } from '../team/availability.ts'
import { useTeam } from '../team/team.ts'
import { AnytimeRow } from './AnytimeRow.tsx'
import { DayColumn } from './DayColumn.tsx'
import { DayHead } from './DayHead.tsx'
import { type DaySegment, type Overlaps, segmentsOn } from './daySegments.ts'
import { LaneHead } from './LaneHead.tsx'
import { isInLane, type Lane, laneName, lanesOf } from './lanes.ts'
import { minuteOfClock, minutesOfDay } from './slot.ts'
import { aimAtTime } from './useDrag.ts'
import { type MovesOptions, useMoves } from './useMoves.ts'

const frame = css`
  --hour: 56px;
  --gutter: 56px;
  position: relative;
  height: max(420px, calc(100dvh - 330px - var(--who, 0px) - var(--banner, 0px)));
  /* into the margin of the page */
  @media screen and (min-width: 1024px) { height: max(420px, calc(100dvh - 232px - var(--who, 0px) - var(--banner, 0px))); margin-bottom: -${space(8)}; }
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  overflow: hidden auto;
  scroll-padding: 72px 0 ${space(4)};
  ${phone} { --hour: 88px; --gutter: 52px; height: clamp(360px, calc(100dvh - 268px - var(--who, 0px)), 900px); }
  &[data-lanes] {
    overflow: auto;
    scroll-padding-left: var(--gutter);
    > div { min-width: calc(var(--gutter) + var(--days) * 140px); }
    /* the hours stay while the lanes are scrolled, above what is dragged */
    > [data-hours] > div, > :not([data-hours]) > div > span { position: sticky; z-index: 3; left: 0; background: ${color.surface}; }
  }
  /* all of its hours, without those of the night in which nothing is planned */
  @media print {
    && { --hour: 44px; height: auto; overflow: clip; break-inside: avoid; }
    > [data-hours] {
      margin-block: calc(var(--first-hour) * -1 * var(--hour)) calc((var(--last-hour) - 24) * var(--hour));
      clip-path: inset(calc(var(--first-hour) * var(--hour)) 0 calc((24 - var(--last-hour)) * var(--hour)));
    }
  }
`
const row = css`
  display: grid;
  grid-template-columns: var(--gutter) repeat(var(--days), minmax(0, 1fr));
`
const heads = css`
  position: sticky;
  z-index: ${layer.sticky};
  top: 0;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
  @media print { position: relative; }
`
const gutter = css`
  position: relative;
  span {
    position: absolute;
    right: ${space(2)};
    color: ${color.muted};
    font-size: ${text.xs};
    line-height: 16px;
    white-space: nowrap;
    transform: translateY(-50%);
    font-variant-numeric: tabular-nums;
  }
`

const hintStyle = css`
  margin-top: ${space(3)};
  color: ${color.muted};
  font-size: ${text.sm};
  [data-touch] { display: none; }
  @media print { display: none; }
  /* the hours reach to the end of the window; screen readers still read it */
  @media (min-width: 1024px) and (hover: hover) { position: absolute; clip-path: inset(50%); }
  @media (hover: none) { [data-touch] { display: inline; } [data-mouse] { display: none; } }
`

/** As people call it. @example 'Eastern Time' */
const zoneName = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
  .formatToParts()
  .find(({ type }) => type === 'timeZoneName')?.value

const hours = Array.from({ length: 23 }, (_, i) => i + 1)
const hourName = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
// of what comes before, to show that there is more above
const marginMinutes = 10

type TimeGridProps = MovesOptions & {
  label: string
  business: WorkingHours | undefined
  overlaps: Overlaps
  today: string
  /** Whose jobs alone are shown. */
  who: Lane | undefined
  /** A day has a column for each member. */
  hasLanes: boolean
  onOpen: (day: string) => void
}

/** Days beside each other, or the members of one day; hours from top to bottom; open appointments can be moved. */
export function TimeGrid(props: TimeGridProps) {
  const { label, business, appointments, overlaps, days, today, who, hasLanes, canEdit } = props
  const { onOpen } = props
  const team = useTeam()
  const availabilityOf = useAvailability()
  const memberOf = (lane: Lane | undefined) => (typeof lane === 'number' ? availabilityOf(lane) : undefined)
  const isOffOn = (day: string, lane: Lane | undefined) => {
    const member = memberOf(lane)
    return member !== undefined && isOff(day, member)
  }
  const hint = useId()
  const grid = useRef<HTMLElement>(null)
  const work = useMemo(() => workOn(days, business), [days, business])
  useInitialScroll(grid, appointments, days, work.from)
  const printedHours = useMemo(() => hoursOf(appointments, days, work), [appointments, days, work])
  const { draft, displayed, lanes, press, onKeyDown } = useMoves(grid, props, {
    aim: aimAtTime,
    laneAxis: 'columns',
    lanesOf: (all) => (hasLanes && team ? lanesOf(team, appointmentsOn(all, days)) : [who]),
  })
  const columns = days.flatMap((day) => lanes.map((lane) => ({ day, lane })))
  return (
    <>
      <section
        ref={grid}
        css={frame}
        data-lanes={lanes.length > 1 || undefined}
        style={{ '--days': columns.length, ...printedHours } as React.CSSProperties}
        aria-label={label}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        <div css={heads}>
          {days.length > 1 && (
            <div css={row}>
              <span />
              {days.map((day) => (
                <DayHead
                  key={day}
                  day={day}
                  today={today}
                  isClosed={business !== undefined && isClosedDay(day, business)}
                  onDay={onOpen}
                />
              ))}
            </div>
          )}
          {lanes.length > 1 && team && (
            <div css={row}>
              <span />
              {lanes.map((lane) => (
                <LaneHead
                  key={lane}
                  name={lane === undefined ? '' : laneName(lane, team)}
                  isUnassigned={lane === 'none'}
                  isOff={days.some((day) => isOffOn(day, lane))}
                  count={appointmentsOn(displayed, days).filter((it) => isInLane(it, lane)).length}
                />
              ))}
            </div>
          )}
          <AnytimeRow
            columns={columns}
            appointments={displayed}
            draft={draft}
            canEdit={canEdit}
            onPress={press}
          />
        </div>
        <div data-hours css={row} style={{ height: 'calc(24 * var(--hour))' }}>
          <div css={gutter} aria-hidden>
            {hours.map((hour) => (
              <span key={hour} style={{ top: `calc(${hour} * var(--hour))` }}>
                {hourName(hour)}
              </span>
            ))}
          </div>
          {columns.map(({ day, lane }) => (
            <DayColumn
              key={`${day} ${lane}`}
              day={day}
              lane={lane}
              today={today}
              hours={business && hoursOn(day, business, memberOf(lane))}
              appointments={displayed}
              overlaps={overlaps}
              draft={draft}
              maxColumns={columns.length > 1 ? 4 : 8}
              canEdit={canEdit}
              onPress={press}
            />
          ))}
        </div>
      </section>
      <p id={hint} css={hintStyle}>
        {canEdit && (
          <>
            <span data-mouse>
              Drag to move, drag the bottom edge to resize. Keyboard: Alt + arrows, Alt + Shift + ↑↓, Alt + A
              for any time of the day.
            </span>
            <span data-touch>Touch and hold to move; hold the bottom edge to resize.</span>{' '}
          </>
        )}
        Times are {zoneName}.
      </p>
    </>
  )
}

const appointmentsOn = (appointments: readonly Appointment[], days: readonly string[]) =>
  days.flatMap((day) => segmentsOn(appointments, day).map(({ appointment }) => appointment))

const hasHours = ({ appointment }: DaySegment) => !appointment.anytime

const usualWork = { from: 7 * 60, to: 18 * 60 }

/** The minutes between which work may be on these days; at least the usual ones. */
function workOn(days: readonly string[], business: WorkingHours | undefined) {
  const hours = days.flatMap((day) => (business && hoursOn(day, business)) ?? [])
  return {
    from: Math.min(usualWork.from, ...hours.map(({ opens }) => minuteOfClock(opens))),
    to: Math.max(usualWork.to, ...hours.map(({ closes }) => minuteOfClock(closes))),
  }
}

/** The hours that are printed: those of work, and of everything that is planned. */
function hoursOf(appointments: readonly Appointment[], days: readonly string[], work: typeof usualWork) {
  const segments = days.flatMap((day) => segmentsOn(appointments, day).filter(hasHours))
  return {
    '--first-hour': Math.floor(Math.min(work.from, ...segments.map(({ from }) => from)) / 60),
    '--last-hour': Math.min(24, Math.ceil(Math.max(work.to, ...segments.map(({ to }) => to)) / 60)),
  }
}

/** Scrolls to where the work begins. */
function useInitialScroll(
  grid: React.RefObject<HTMLElement | null>,
  appointments: readonly Appointment[],
  days: readonly string[],
  workFrom: number,
) {
  const initial = useRef({ appointments, days, workFrom })
  useLayoutEffect(() => {
    const { appointments, days, workFrom } = initial.current
    const segments = days.flatMap((day) =>
      segmentsOn(appointments, day).filter((it) => !it.continues && hasHours(it)),
    )
    const first = Math.min(workFrom, ...segments.map(({ from }) => from))
    const body = grid.current?.lastElementChild as HTMLElement
    if (grid.current)
      grid.current.scrollTop = (Math.max(0, first - marginMinutes) / minutesOfDay) * body.offsetHeight
  }, [grid])
}
