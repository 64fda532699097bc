import { css } from '@emotion/react'
import type { Appointment } from '@plumbline/scheduling/api'
import { color, shadow, space, text, VisuallyHidden } from '@plumbline/ui'
import { Link } from 'react-router-dom'
import { lookOfAppointment } from '../appointments/AppointmentBadge.tsx'
import { dayOf } from '../appointments/agenda.ts'
import { customerName, isOpen } from '../appointments/appointment.ts'
import { HoursMark, useOutsideHours } from '../appointments/HoursMark.tsx'
import { useTeam } from '../team/team.ts'
import { blockLink, type Drag, type Press } from './blockLink.ts'
import type { Draft } from './DayColumn.tsx'
import { longDay } from './days.ts'
import { type GridColumn, isInLane, laneName } from './lanes.ts'
import { statusStyles } from './statusStyles.ts'

const row = css`
  display: grid;
  grid-template-columns: var(--gutter) repeat(var(--days), minmax(0, 1fr));
  max-height: 148px;
  border-top: 1px solid ${color.line};
  background: ${color.surface};
  overflow: hidden auto;
  > span { padding: ${space(2)} ${space(1)} 0 0; white-space: nowrap; color: ${color.muted}; font-size: ${text.xs}; line-height: 16px; text-align: right; }
  /* where there was none it comes while something is dragged, over the hours: they must not move under the pointer */
  &[data-floating] { position: absolute; inset: 100% 0 auto; border-bottom: 1px solid ${color.line}; box-shadow: ${shadow.float}; }
  > ol { display: grid; grid-template-columns: minmax(0, 1fr); gap: 2px; align-content: start; min-width: 0; min-height: 34px; margin: 0; padding: 3px 2px; border-left: 1px solid ${color.line}; list-style: none; }
  @media print { max-height: none; }
`
const chip = css`
  display: flex;
  gap: ${space(1)};
  align-items: center;
  min-height: 26px;
  padding: 0 ${space(1)} 0 ${space(2)};
  border-radius: 4px;
  overflow: hidden;
  color: ${color.ink};
  font-size: ${text.xs};
  line-height: 16px;
  text-decoration: none;
  white-space: nowrap;
  user-select: none;
  -webkit-touch-callout: none;
  touch-action: manipulation;
  @media (hover: none) { min-height: 36px; }
  svg { flex: none; width: 12px; height: 12px; }
  span { overflow: hidden; text-overflow: ellipsis; }
  [data-name] { flex: none; max-width: 100%; font-weight: 600; }
  &:focus-visible { outline-offset: -2px; }
  &[data-movable] { cursor: grab; }
  &[data-held] { box-shadow: 0 0 0 2px ${color.accent}; }
  &[data-left] { opacity: 0.4; }
  &[data-status='cancelled'] span { text-decoration: line-through; }
`

type AnytimeRowProps = {
  columns: readonly GridColumn[]
  appointments: readonly Appointment[]
  draft: Draft | null
  canEdit: boolean
  onPress: Press
}

/** Above the hours, what is done at any time of its day; without any, only while there is something to drop. */
export function AnytimeRow({ columns, appointments, draft, canEdit, onPress }: AnytimeRowProps) {
  const team = useTeam()
  const held = draft?.by === 'pointer' ? { ...draft.appointment, ...draft.placement } : undefined
  const jobsIn = ({ day, lane }: GridColumn, all: readonly Appointment[] = appointments) =>
    all.filter((it) => it.anytime && dayOf(it) === day && isInLane(it, lane))
  const isEmpty = columns.every((column) => jobsIn(column).length === 0)
  if (isEmpty && !held) return null
  return (
    <div css={row} data-anytime data-floating={isEmpty || undefined}>
      <span aria-hidden>Anytime</span>
      {columns.map((column) => {
        const { day, lane } = column
        const ofLane = lane === undefined ? '' : `${team && laneName(lane, team)}, `
        const chipOf = (it: Appointment, drag?: Drag) => (
          <Chip
            appointment={it}
            crew={team && lane === undefined ? team.crewText(it.assigneeIds) : undefined}
            isMovable={canEdit && isOpen(it)}
            drag={drag}
            onPress={onPress}
          />
        )
        return (
          <ol
            key={`${day} ${lane}`}
            aria-label={`Anytime, ${ofLane}${longDay(day)}`}
            data-day={day}
            data-lane={lane}
          >
            {jobsIn(column).map((it) => (
              <li key={it.id}>
                {chipOf(it, draft?.appointment.id !== it.id ? undefined : held ? 'left' : 'held')}
              </li>
            ))}
            {held && jobsIn(column, [held]).map((it) => <li key="held">{chipOf(it, 'held')}</li>)}
          </ol>
        )
      })}
    </div>
  )
}

type ChipProps = Pick<AnytimeRowProps, 'onPress'> & {
  appointment: Appointment
  /** Who does it, where the lane does not say it. */
  crew: string | undefined
  isMovable: boolean
  drag: Drag | undefined
}

function Chip({ appointment, crew, isMovable, drag, onPress }: ChipProps) {
  const { status, serviceType } = appointment
  const { label, icon: Icon } = lookOfAppointment(appointment)
  const outside = useOutsideHours()
  return (
    <Link
      {...blockLink({ appointment, isMovable, drag, onPress })}
      css={[chip, statusStyles[status]]}
      // its edge is no end that could be moved
      data-cut
    >
      <Icon data-status-icon aria-hidden />
      <VisuallyHidden>{label}, anytime: </VisuallyHidden>
      <span data-name>{customerName(appointment)}</span>
      <span>{[crew, serviceType].filter(Boolean).join(', ')}</span>
      <HoursMark reasons={outside(appointment)} />
    </Link>
  )
}
