import { css } from '@emotion/react'
import { formatTime } from '@plumbline/contract'
import { formatEnd } from '@plumbline/contract/when'
import { color, radius, space, text, VisuallyHidden } from '@plumbline/ui'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { lookOfAppointment } from '../appointments/AppointmentBadge.tsx'
import { customerName } from '../appointments/appointment.ts'
import { HoursMark, useOutsideHours } from '../appointments/HoursMark.tsx'
import type { DaySegment, Overlaps } from './daySegments.ts'
import { dateOf, longDay } from './days.ts'
import { formatCount } from './format.ts'
import { statusStyles } from './statusStyles.ts'
import { narrowQuery } from './useView.ts'

const dayButton = css`
  border: 0;
  padding: 0;
  background: none;
  color: inherit;
  cursor: pointer;
  b {
    display: inline-block;
    min-width: 26px;
    border-radius: ${radius.pill};
    font-size: ${text.sm};
    font-weight: 600;
    line-height: 26px;
    text-align: center;
    font-variant-numeric: tabular-nums;
  }
  [data-other] & b { color: ${color.muted}; font-weight: 500; }
  &[aria-current] b { background: ${color.accent}; color: ${color.onAccent}; }
  ${narrowQuery} { &[data-chosen] b { box-shadow: 0 0 0 2px ${color.surface}, 0 0 0 4px ${color.accent}; } }
  &::after { content: ''; position: absolute; inset: 0; }
  &:hover::after { background: color-mix(in srgb, ${color.ink} 4%, transparent); }
  &:focus-visible { outline: none; }
  &:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: -2px; }
  ${narrowQuery} { width: 100%; padding-top: ${space(1)}; text-align: center; }
`
const list = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2px;
  margin: 2px 0 0;
  padding: 0;
  list-style: none;
  font-size: ${text.xs};
  line-height: 24px;
  ${narrowQuery} { display: none; }
`
const chip = css`
  position: relative;
  z-index: 1;
  display: flex;
  gap: ${space(1)};
  align-items: center;
  padding: 0 ${space(1)} 0 ${space(2)};
  border-radius: 4px;
  overflow: hidden;
  white-space: nowrap;
  text-decoration: none;
  color: ${color.ink};
  svg { flex: none; width: 12px; height: 12px; }
  b { font-weight: 600; font-variant-numeric: tabular-nums; }
  b svg { display: block; }
  span { overflow: hidden; text-overflow: ellipsis; }
  &:focus-visible { outline-offset: -2px; }
  &[data-status='cancelled'] span { text-decoration: line-through; }
`
const marks = css`
  display: none;
  justify-content: center;
  gap: 1px;
  color: ${color.muted};
  font-size: ${text.xs};
  line-height: 14px;
  svg { width: 13px; height: 13px; }
  ${narrowQuery} { display: flex; }
`

const maxChips = 3

type MonthDayProps = {
  day: string
  isClosed: boolean
  isToday: boolean
  isChosen: boolean
  segments: readonly DaySegment[]
  overlaps: Overlaps
  onOpen: () => void
}

/** A day of the month: the first few of its appointments, and how many more there are. */
export function MonthDay({ day, isClosed, isToday, isChosen, segments, overlaps, onOpen }: MonthDayProps) {
  const first = segments.length > maxChips ? segments.slice(0, maxChips - 1) : segments
  const more = segments.length - first.length
  return (
    <>
      <button
        type="button"
        css={dayButton}
        data-day={day}
        data-chosen={isChosen || undefined}
        tabIndex={isChosen ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-label={`${longDay(day)}${isClosed ? ', closed' : ''}, ${formatCount(segments.length)}`}
        onClick={onOpen}
      >
        <b>{dateOf(day)}</b>
      </button>
      <ul css={list}>
        {first.map((it) => (
          <li key={it.appointment.id}>
            <Chip segment={it} overlaps={overlaps.has(it.appointment.id)} />
          </li>
        ))}
        {more > 0 && <li css={{ paddingLeft: space(2), color: color.muted }}>{more} more</li>}
      </ul>
      <div css={marks} aria-hidden>
        {first.map(({ appointment }) => {
          const { icon: Icon, tone } = lookOfAppointment(appointment)
          return <Icon key={appointment.id} css={{ color: color[tone] }} />
        })}
        {more > 0 && `+${more}`}
      </div>
    </>
  )
}

type ChipProps = { segment: DaySegment; overlaps: boolean }

function Chip({ segment: { appointment, continues }, overlaps }: ChipProps) {
  const { icon: Icon, label } = lookOfAppointment(appointment)
  const outside = useOutsideHours()
  const time = continues
    ? `to ${formatEnd(appointment)}`
    : appointment.anytime
      ? 'Anytime'
      : formatTime(appointment.scheduledDate)
  return (
    <Link
      to={`/appointments/${appointment.id}`}
      css={[chip, statusStyles[appointment.status]]}
      data-status={appointment.status}
    >
      <b>
        <Icon data-status-icon aria-hidden />
      </b>
      <VisuallyHidden>{label}: </VisuallyHidden>
      <b>{time.replace(':00', '')}</b>
      <span>{customerName(appointment)}</span>
      {overlaps && (
        <TriangleAlert css={{ color: color.amber }} role="img" aria-label="overlaps another appointment" />
      )}
      <HoursMark reasons={outside(appointment)} />
    </Link>
  )
}
