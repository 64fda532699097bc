import { css } from '@emotion/react'
import type { Hours } from '@plumbline/business/api'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, space, text } from '@plumbline/ui'
import { type CSSProperties, useMemo } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useTeam } from '../team/team.ts'
import { AppointmentBlock, placeOf } from './AppointmentBlock.tsx'
import type { Press } from './blockLink.ts'
import { assignColumns, limitColumns, type Overlaps, segmentsOn } from './daySegments.ts'
import { hoursIn, longDay } from './days.ts'
import { formatCount, formatMinute } from './format.ts'
import { type GridColumn, isInLane, type Lane, laneName, type Placement } from './lanes.ts'
import { NowLine } from './NowLine.tsx'
import { clockOf, minuteOfClock, minutesOfDay } from './slot.ts'

const slotMinutes = 30

const [workStart, workEnd] = ['calc(var(--opens) * var(--hour))', 'calc(var(--closes) * var(--hour))']
const halfHourLine = `color-mix(in srgb, ${color.line} 45%, transparent)`
const column = css`
  position: relative;
  height: 100%;
  min-width: 0;
  margin: 0;
  padding: 0;
  border-left: 1px solid ${color.line};
  list-style: none;
  cursor: cell;
  &:is([data-past], [data-fixed]) { cursor: default; }
  background:
    linear-gradient(${color.line} 1px, transparent 1px) 0 -1px / 100% var(--hour),
    linear-gradient(${halfHourLine} 1px, transparent 1px) 0 calc(var(--hour) / 2 - 1px) / 100% var(--hour),
    linear-gradient(${color.sunken} ${workStart}, transparent ${workStart} ${workEnd}, ${color.sunken} ${workEnd});
  @media (hover: hover) {
    &[data-slot]:hover:not([data-busy], [data-past], [data-fixed], :has(a:hover))::before {
      content: attr(data-slot);
      position: absolute;
      inset: var(--slot) 2px auto 0;
      height: calc(var(--hour) / 2);
      padding: 0 ${space(2)};
      border-radius: 4px;
      background: ${color.accentTint};
      color: ${color.accent};
      font-size: ${text.xs};
      font-weight: 600;
      line-height: calc(var(--hour) / 2);
      pointer-events: none;
    }
  }
`
// clocks change at two in the morning
const skippedHour = css`
  position: absolute;
  inset: calc(2 * var(--hour)) 0 auto;
  height: var(--hour);
  background: repeating-linear-gradient(135deg, ${color.line} 0 1px, ${color.sunken} 1px 7px);
  pointer-events: none;
`

const hiddenPlace = css`
  position: absolute;
  padding: 1px;
  a {
    display: grid;
    place-items: center;
    height: 100%;
    border: 1px solid ${color.line};
    border-radius: 4px;
    background: ${color.surface};
    color: ${color.ink};
    font-size: ${text.sm};
    font-weight: 600;
    text-decoration: none;
  }
  a:hover { border-color: ${color.control}; }
`

export type Draft = { appointment: Appointment; placement: Placement; by: 'pointer' | 'keys' }

type DayColumnProps = GridColumn & {
  today: string
  /** When the business works; other hours are shaded. Null on a day off. */
  hours: Hours | null | undefined
  appointments: readonly Appointment[]
  overlaps: Overlaps
  draft: Draft | null
  /** At most so many appointments beside each other. */
  maxColumns: number
  canEdit: boolean
  onPress: Press
}

/** What has a time. */
const ofLane = (appointments: readonly Appointment[], lane: Lane | undefined) =>
  appointments.filter((it) => isInLane(it, lane) && !it.anytime)

function slotUnder({ currentTarget, clientY }: { currentTarget: HTMLElement; clientY: number }): number {
  const { top, height } = currentTarget.getBoundingClientRect()
  const minute = ((clientY - top) / height) * minutesOfDay
  return Math.min(minutesOfDay - slotMinutes, Math.floor(minute / slotMinutes) * slotMinutes)
}

/** The hours that are not shaded; all of them while the working hours are not known. */
function shadingOf(hours: Hours | null | undefined): CSSProperties {
  const from = hours === undefined ? 0 : hours ? minuteOfClock(hours.opens) / 60 : 24
  const to = hours ? minuteOfClock(hours.closes) / 60 : 24
  return { '--opens': from, '--closes': to } as CSSProperties
}

/** A day from midnight to midnight, of everybody or of one lane. A click on a free time opens a new appointment then. */
export function DayColumn({
  day,
  lane,
  today,
  hours,
  appointments,
  overlaps,
  draft,
  maxColumns,
  canEdit,
  onPress,
}: DayColumnProps) {
  const navigate = useNavigate()
  const team = useTeam()
  const { shown, hidden } = useMemo(
    () => limitColumns(assignColumns(segmentsOn(ofLane(appointments, lane), day)), maxColumns),
    [appointments, day, lane, maxColumns],
  )
  const heldSegments =
    draft?.by === 'pointer'
      ? segmentsOn(ofLane([{ ...draft.appointment, ...draft.placement }], lane), day)
      : []
  const ofAssignee = lane === undefined ? '' : `&assignee=${lane}`
  const wordsOf = ({ assigneeIds }: Appointment) => ({
    crew: team?.crewText(assigneeIds),
    isInLane: lane !== undefined && assigneeIds.length < 2,
  })
  const dragOf = (id: number) =>
    draft?.appointment.id !== id ? undefined : draft.by === 'keys' ? 'held' : 'left'
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard there is 'New Appointment'
    <ol
      css={column}
      style={shadingOf(hours)}
      aria-label={lane !== undefined && team ? `${laneName(lane, team)}, ${longDay(day)}` : longDay(day)}
      data-day={day}
      data-lane={lane}
      data-fixed={!canEdit || undefined}
      data-past={day < today || undefined}
      data-busy={draft !== null || undefined}
      onPointerMove={(event) => {
        const minute = slotUnder(event)
        event.currentTarget.dataset.slot = `+ ${formatMinute(minute)}`
        event.currentTarget.style.setProperty('--slot', `calc(var(--hour) * ${minute / 60})`)
      }}
      onClick={(event) => {
        // past days take no new appointments
        if (event.target !== event.currentTarget || day < today || !canEdit) return
        void navigate(`/appointments/new?date=${day}&time=${clockOf(slotUnder(event))}${ofAssignee}`)
      }}
    >
      {hoursIn(day) < 24 && <li css={skippedHour} aria-hidden />}
      {shown.map((segment) => (
        <AppointmentBlock
          key={segment.appointment.id}
          segment={segment}
          {...wordsOf(segment.appointment)}
          canMove={canEdit}
          overlaps={overlaps.has(segment.appointment.id)}
          drag={dragOf(segment.appointment.id)}
          onPress={onPress}
        />
      ))}
      {hidden.map(({ from, to, column, columns, count }) => (
        <li key={`hidden ${from}`} css={hiddenPlace} style={placeOf({ from, to, column, columns })}>
          <Link
            to={`/scheduler?view=calendar&cal=agenda&day=${day}${ofAssignee}`}
            aria-label={`${formatCount(count)} more, ${longDay(day)}`}
          >
            +{count}
          </Link>
        </li>
      ))}
      {heldSegments.map((segment) => (
        <AppointmentBlock
          key="held"
          segment={{ ...segment, column: 0, columns: 1 }}
          {...wordsOf(segment.appointment)}
          canMove
          overlaps={false}
          drag="held"
        />
      ))}
      {day === today && <NowLine />}
    </ol>
  )
}
