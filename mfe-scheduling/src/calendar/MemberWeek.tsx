import { css } from '@emotion/react'
import { formatArrival, formatEnd } from '@plumbline/contract/when'
import { color, layer, radius, shadow, space, text, VisuallyHidden } from '@plumbline/ui'
import { TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { lookOfAppointment } from '../appointments/AppointmentBadge.tsx'
import { customerName, isOpen } from '../appointments/appointment.ts'
import { HoursMark, useOutsideHours } from '../appointments/HoursMark.tsx'
import { hoursOn, isClosedDay, isOff, type WorkingHours } from '../appointments/workingHours.ts'
import { useAvailability } from '../team/availability.ts'
import type { Team } from '../team/team.ts'
import { blockLink, type Drag, type Press } from './blockLink.ts'
import { DayHead } from './DayHead.tsx'
import { type DaySegment, type Overlaps, segmentsOn } from './daySegments.ts'
import { bindWords, jobCount } from './format.ts'
import { type GridColumn, isInLane, type Lane, laneName, lanesOf } from './lanes.ts'
import { aimAtCell, jobsOf } from './memberWeek.ts'
import { statusStyles } from './statusStyles.ts'
import { type MovesOptions, useMoves } from './useMoves.ts'

const frame = css`
  max-height: max(420px, calc(100dvh - 232px - var(--who, 0px) - var(--banner, 0px)));
  margin-bottom: -${space(8)};
  border: 1px solid ${color.line};
  border-radius: ${radius.surface};
  background: ${color.surface};
  overflow: hidden auto;
  scroll-padding: 92px 0 ${space(4)};
  table { width: 100%; border-collapse: separate; border-spacing: 0; table-layout: fixed; }
  thead :is(th, td) { position: sticky; z-index: ${layer.sticky}; top: 0; padding: 0; border-bottom: 1px solid ${color.line}; background: ${color.surface}; font-weight: 400; }
  thead td { width: 112px; }
  [data-count] { font-variant-numeric: tabular-nums; white-space: nowrap; }
  tbody th { padding: ${space(2)} ${space(2.5)}; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
  tbody small { display: block; color: ${color.muted}; font-size: ${text.xs}; font-weight: 400; }
  tbody tr + tr > * { border-top: 1px solid ${color.line}; }
  tbody td { position: relative; height: 64px; padding: 3px; border-left: 1px solid ${color.line}; vertical-align: top; }
  [data-off] { background: ${color.sunken}; }
  td small { padding: 0 ${space(1)}; pointer-events: none; }
  [data-free] { cursor: cell; }
  [data-target] { box-shadow: inset 0 0 0 2px ${color.accent}; }
  ol { display: grid; grid-template-columns: minmax(0, 1fr); gap: 3px; margin: 0; padding: 0; list-style: none; pointer-events: none; }
  li { min-width: 0; pointer-events: auto; }
  /* over what is there: rows must not grow under the pointer */
  [data-over] { position: absolute; z-index: 2; inset: 3px 3px auto; pointer-events: none; }
  @media print { max-height: none; overflow: clip; }
`
const card = css`
  display: block;
  padding: ${space(1)} ${space(1)} ${space(1)} ${space(2)};
  border-radius: 4px;
  overflow: hidden;
  color: ${color.ink};
  font-size: ${text.xs};
  line-height: 16px;
  text-decoration: none;
  user-select: none;
  -webkit-touch-callout: none;
  touch-action: manipulation;
  time { display: flex; gap: ${space(1)}; color: ${color.muted}; font-variant-numeric: tabular-nums; }
  time span { flex: 1; }
  svg { flex: none; width: 13px; height: 13px; margin-top: 1.5px; }
  [data-warning] { color: ${color.amber}; }
  b, p { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  b { font-weight: 600; }
  &:focus-visible { outline-offset: -2px; }
  &[data-movable] { cursor: grab; }
  &[data-held] { box-shadow: 0 0 0 2px ${color.accent}, ${shadow.float}; }
  &[data-left] { opacity: 0.4; }
  &[data-status='cancelled'] :is(b, p) { text-decoration: line-through; }
`

type MemberWeekProps = MovesOptions & {
  label: string
  team: Team
  business: WorkingHours | undefined
  overlaps: Overlaps
  today: string
  /** Whose jobs alone are shown. */
  who: Lane | undefined
  onOpen: (day: string) => void
}

/** A week with a row for each member, first for unassigned jobs; a job is dragged to another day or member. */
export function MemberWeek(props: MemberWeekProps) {
  const { label, team, business, overlaps, days, today, who, canEdit, onOpen } = props
  const navigate = useNavigate()
  const availabilityOf = useAvailability()
  const memberOf = (lane: Lane | undefined) => (typeof lane === 'number' ? availabilityOf(lane) : undefined)
  const grid = useRef<HTMLElement>(null)
  const { draft, displayed, lanes, press, onKeyDown } = useMoves(grid, props, {
    aim: aimAtCell,
    laneAxis: 'rows',
    lanesOf: (all) => (who === undefined ? lanesOf(team, jobsOf(all, days)) : [who]),
  })
  const held = draft?.by === 'pointer' ? { ...draft.appointment, ...draft.placement } : undefined
  const cellOf = ({ day, lane }: GridColumn) =>
    segmentsOn(
      displayed.filter((it) => isInLane(it, lane)),
      day,
    )
  const dragOf = ({ appointment: { id } }: DaySegment) =>
    draft?.appointment.id !== id ? undefined : held ? 'left' : 'held'
  return (
    <section
      ref={grid}
      css={frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <table>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col">
                <DayHead
                  day={day}
                  today={today}
                  isClosed={business !== undefined && isClosedDay(day, business)}
                  count={segmentsOn(displayed, day).length}
                  onDay={onOpen}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lanes.map((lane) => (
            <tr key={lane}>
              <th scope="row">
                {lane !== undefined && laneName(lane, team)}
                <small>{jobCount(jobsOf(displayed, days).filter((it) => isInLane(it, lane)).length)}</small>
              </th>
              {days.map((day) => {
                const over = held && segmentsOn([held], day).filter(() => isInLane(held, lane))
                const isFree = canEdit && day >= today
                const member = memberOf(lane)
                const hasTimeOff = member !== undefined && isOff(day, member)
                return (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard there is 'New Appointment'
                  <td
                    key={day}
                    data-day={day}
                    data-lane={lane}
                    data-off={(business && hoursOn(day, business, member) === null) || undefined}
                    data-free={isFree || undefined}
                    data-target={(over && over.length > 0) || undefined}
                    onClick={({ target, currentTarget }) => {
                      if (target !== currentTarget || !isFree) return
                      void navigate(`/appointments/new?date=${day}&assignee=${lane}`)
                    }}
                  >
                    {hasTimeOff && <small>Off</small>}
                    <ol>
                      {cellOf({ day, lane }).map((it) => (
                        <li key={it.appointment.id}>
                          <Card
                            segment={it}
                            overlaps={overlaps.has(it.appointment.id)}
                            canMove={canEdit}
                            drag={dragOf(it)}
                            onPress={press}
                          />
                        </li>
                      ))}
                      {over?.map((it) => (
                        <li key="held" data-over>
                          <Card segment={it} overlaps={false} canMove drag="held" onPress={press} />
                        </li>
                      ))}
                    </ol>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type CardProps = {
  segment: DaySegment
  overlaps: boolean
  canMove: boolean
  drag: Drag | undefined
  onPress: Press
}

function Card({ segment: { appointment, continues }, overlaps, canMove, drag, onPress }: CardProps) {
  const { status, serviceType } = appointment
  const { label, icon: Icon } = lookOfAppointment(appointment)
  const isMovable = canMove && isOpen(appointment)
  const outside = useOutsideHours()
  return (
    <Link {...blockLink({ appointment, isMovable, drag, onPress })} css={[card, statusStyles[status]]}>
      <time>
        <VisuallyHidden>{label}: </VisuallyHidden>
        <span>{continues ? `until ${formatEnd(appointment)}` : bindWords(formatArrival(appointment))}</span>
        {overlaps && <TriangleAlert data-warning role="img" aria-label="overlaps another appointment" />}
        <HoursMark reasons={outside(appointment)} />
        <Icon data-status-icon aria-hidden />
      </time>
      <b>{customerName(appointment)}</b>
      <p>{serviceType}</p>
    </Link>
  )
}
