import { css } from '@emotion/react'
import { formatTime } from '@plumbline/contract'
import { color, radius, space, text, VisuallyHidden } from '@plumbline/ui'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router-dom'
import { customerName, endOf } from '../appointments/appointment.ts'
import { dateOf, longDay } from './days.ts'
import { narrow } from './narrow.ts'
import type { Part } from './parts.ts'
import { toned } from './toned.ts'
import { countOf, looks } from './words.ts'

const open = css`
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
  &::after { content: ''; position: absolute; inset: 0; }
  &:hover::after { background: color-mix(in srgb, ${color.ink} 4%, transparent); }
  &:focus-visible { outline: none; }
  &:focus-visible::after { outline: 2px solid ${color.accent}; outline-offset: -2px; }
  ${narrow} { width: 100%; padding-top: ${space(1)}; text-align: center; }
`
const list = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 2px;
  margin: 2px 0 0;
  padding: 0;
  list-style: none;
  font-size: ${text.xs};
  line-height: 20px;
  ${narrow} { display: none; }
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
  ${narrow} {
    display: flex;
    justify-content: center;
    gap: 1px;
    color: ${color.muted};
    font-size: ${text.xs};
    line-height: 14px;
    svg { width: 13px; height: 13px; }
  }
`

const shown = 3

type MonthDayProps = {
  day: string
  isToday: boolean
  isChosen: boolean
  parts: readonly Part[]
  clashing: ReadonlySet<number>
  onOpen: () => void
}

/** A day of the month: the first few of its appointments, and how many more there are. */
export function MonthDay({ day, isToday, isChosen, parts, clashing, onOpen }: MonthDayProps) {
  const first = parts.length > shown ? parts.slice(0, shown - 1) : parts
  const more = parts.length - first.length
  return (
    <>
      <button
        type="button"
        css={open}
        data-day={day}
        tabIndex={isChosen ? 0 : -1}
        aria-current={isToday ? 'date' : undefined}
        aria-label={`${longDay(day)}, ${countOf(parts.length)}`}
        onClick={onOpen}
      >
        <b>{dateOf(day)}</b>
      </button>
      <ul css={list}>
        {first.map((it) => (
          <li key={it.appointment.id}>
            <Chip part={it} clashes={clashing.has(it.appointment.id)} />
          </li>
        ))}
        {more > 0 && <li css={{ paddingLeft: space(2), color: color.muted }}>{more} more</li>}
      </ul>
      <div css={marks} aria-hidden>
        {first.map(({ appointment }) => {
          const { icon: Icon, tone } = looks[appointment.status]
          return <Icon key={appointment.id} css={{ color: color[tone] }} />
        })}
        {more > 0 && `+${more}`}
      </div>
    </>
  )
}

function Chip({ part: { appointment, continues }, clashes }: { part: Part; clashes: boolean }) {
  const { icon: Icon, label } = looks[appointment.status]
  const time = continues
    ? `to ${formatTime(endOf(appointment).toISOString())}`
    : formatTime(appointment.scheduledDate)
  return (
    <Link
      to={`/appointments/${appointment.id}`}
      css={[chip, toned[appointment.status]]}
      data-status={appointment.status}
    >
      <b>
        <Icon aria-hidden />
      </b>
      <VisuallyHidden>{label}: </VisuallyHidden>
      <b>{time.replace(':00', '')}</b>
      <span>{customerName(appointment)}</span>
      {clashes && <TriangleAlert css={{ color: color.amber }} aria-label="overlaps another" />}
    </Link>
  )
}
