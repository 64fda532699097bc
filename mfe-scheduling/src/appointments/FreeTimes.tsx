import { css } from '@emotion/react'
import { dayAt, readTime } from '@plumbline/contract'
import { Button, color, phone, space, text } from '@plumbline/ui'
import { useQuery } from '@tanstack/react-query'
import { daysFrom, longDay, weekdayOf } from '../calendar/days.ts'
import { formatMinute } from '../calendar/format.ts'
import { minuteOfClock } from '../calendar/slot.ts'
import { useWorkers } from '../team/availability.ts'
import { sharesCrew } from '../team/crew.ts'
import { useNow } from '../useNow.ts'
import { businessQuery } from './businessQuery.ts'
import { type FreeTime, freeTimes } from './freeTimes.ts'
import { appointmentsBetweenQuery } from './queries.ts'

const maxTimes = 5
// so that a weekday says which day it is
const daysAhead = 6

const row = css`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  align-items: center;
  min-height: 36px;
  color: ${color.muted};
  font-size: ${text.sm};
  ${phone} {
    flex-wrap: nowrap;
    min-height: 48px;
    margin: -2px -${space(4)};
    padding: 2px ${space(4)};
    overflow-x: auto;
    scrollbar-width: none;
    > * { flex: none; }
  }
  button { font-variant-numeric: tabular-nums; }
  button[aria-pressed='true'] { border-color: ${color.accent}; background: ${color.accentTint}; color: ${color.accent}; }
`

type FreeTimesProps = {
  /** As the form has them; the search begins on this day, or today. */
  date: string
  time: string
  hours: number
  /** Of the job that is planned. */
  crew: readonly number[]
  /** An appointment that does not take time from itself. */
  exceptId?: string | undefined
  onChoose: (free: FreeTime) => void
}

/** The next times at which those who do the work have room, to choose from. */
export function FreeTimes({ date, time, hours, crew, exceptId, onChoose }: FreeTimesProps) {
  const now = useNow()
  const today = dayAt(now)
  const first = date > today && readTime(date) ? date : today
  const days = daysFrom(first, daysAhead)
  const reads = [
    useQuery(appointmentsBetweenQuery(first, days.at(-1) ?? first)),
    useQuery(businessQuery()),
  ] as const
  const [{ data: appointments }, { data: business }] = reads
  const failed = reads.filter(({ isLoadingError }) => isLoadingError)
  const workers = useWorkers()(crew)
  const minutes = hours > 0 ? Math.round(hours * 60) : 60
  const times =
    appointments && business
      ? freeTimes({
          days,
          appointments: appointments.filter(
            ({ id, assigneeIds }) => String(id) !== exceptId && sharesCrew(assigneeIds, crew),
          ),
          business,
          crew: workers,
          minutes,
          now,
        }).slice(0, maxTimes)
      : undefined
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame and a legend
    <div role="group" aria-label="Next free" css={row}>
      {failed.length > 0 ? (
        <>
          <span>Free times could not be loaded.</span>
          <Button size="sm" onClick={() => void Promise.all(failed.map(({ refetch }) => refetch()))}>
            Try again
          </Button>
        </>
      ) : (
        <span>{times?.length === 0 ? 'No room in the next days.' : 'Next free:'}</span>
      )}
      {times?.map((free) => {
        const clock = formatMinute(minuteOfClock(free.time))
        return (
          <Button
            key={`${free.date} ${free.time}`}
            size="sm"
            aria-pressed={free.date === date && free.time === time}
            aria-label={`${free.date === today ? 'Today' : weekdayOf(free.date)} ${clock}, ${longDay(free.date)}`}
            onClick={() => onChoose(free)}
          >
            {free.date === today ? 'Today' : weekdayOf(free.date)} {clock}
          </Button>
        )
      })}
    </div>
  )
}
