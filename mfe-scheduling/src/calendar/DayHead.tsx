import { css } from '@emotion/react'
import { color, radius, space, text, VisuallyHidden } from '@plumbline/ui'
import { dateOf, hoursIn, titleOfMonth, weekdayOf } from './days.ts'
import { jobCount } from './format.ts'

const head = css`
  position: relative;
  display: flex;
  flex-direction: column;
  align-items: center;
  justify-content: center;
  width: 100%;
  min-height: 60px;
  padding: ${space(1)};
  border: 0;
  border-left: 1px solid ${color.line};
  background: none;
  color: ${color.muted};
  font-size: ${text.xs};
  line-height: 16px;
  cursor: pointer;
  &:hover b { background: ${color.sunken}; }
  &:focus-visible { outline-offset: -2px; }
  b {
    min-width: 28px;
    padding: 0 ${space(1)};
    border-radius: ${radius.pill};
    color: ${color.ink};
    font-size: ${text.lg};
    font-weight: 600;
    line-height: 28px;
    font-variant-numeric: tabular-nums;
  }
  &[aria-current] b { background: ${color.accent}; color: ${color.onAccent}; }
`

type DayHeadProps = {
  day: string
  today: string
  isClosed: boolean
  /** Of its jobs, where it is said. */
  count?: number
  onDay: (day: string) => void
}

/** The heading of a day column; opens the day. */
export const DayHead = ({ day, today, isClosed, count, onDay }: DayHeadProps) => {
  const hours = hoursIn(day)
  const [month, year] = titleOfMonth(day).split(' ')
  const change = hours === 24 ? '' : `, clocks go ${hours < 24 ? 'forward' : 'back'}`
  return (
    <button
      type="button"
      css={head}
      aria-current={day === today ? 'date' : undefined}
      onClick={() => onDay(day)}
    >
      {weekdayOf(day)}
      {change && ` · ${hours} h`}
      {isClosed && ' · closed'}
      {/* spoken as dates are written: Sun, November 22, 2026 */}
      <VisuallyHidden>, {month} </VisuallyHidden>
      <b>{dateOf(day)}</b>
      <VisuallyHidden>
        , {year}
        {change}
      </VisuallyHidden>
      {count !== undefined && (
        <span data-count>
          <VisuallyHidden>, </VisuallyHidden>
          {jobCount(count)}
        </span>
      )}
    </button>
  )
}
