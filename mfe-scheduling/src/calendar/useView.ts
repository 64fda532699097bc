import { dayAt, dayLater, readTime } from '@plumbline/contract'
import { dateName, shortDayAndYear } from '@plumbline/contract/when'
import { useIsPhone, useMediaQuery } from '@plumbline/ui'
import { useSearchParams } from 'react-router-dom'
import { useNow } from '../useNow.ts'
import { daysFrom, monthGrid, monthLater, titleOfDays, titleOfMonth, weekOf } from './days.ts'

/** Too narrow for seven days, beside a sidebar or without one. */
export const narrowQuery = '@media screen and (max-width: 939px)'

export const views = ['day', 'week', 'month', 'agenda'] as const
export type View = (typeof views)[number]
const isView = (text: string | null): text is View => (views as readonly (string | null)[]).includes(text)

/** What the rows of a week are: none, or the members. */
export const groupings = ['day', 'member'] as const
export type Grouping = (typeof groupings)[number]

const viewKey = 'plumbline:calendar:view'
const groupingKey = 'plumbline:calendar:by'
const dayKey = 'plumbline:calendar:day'
const agendaDays = 28

/** The day that was shown last, if that was today; a new day opens on itself. */
function lastDay(today: string): string {
  const [day, shownOn] = (sessionStorage.getItem(dayKey) ?? '').split(' ')
  return day && shownOn === today ? day : today
}

/** What the calendar shows: a view and a day, both in the URL. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const isPhone = useIsPhone()
  const isNarrow = useMediaQuery(narrowQuery)
  const today = dayAt(useNow())
  const inUrl = params.get('day') ?? ''
  const requested = params.get('cal') ?? localStorage.getItem(viewKey)
  const view = isView(requested) ? requested : isPhone ? 'day' : 'week'
  const day = inUrl.length === 10 && readTime(inUrl) ? inUrl : lastDay(today)

  const grouping: Grouping =
    (params.get('by') ?? localStorage.getItem(groupingKey)) === 'member' ? 'member' : 'day'

  const show = (next: { view?: View; grouping?: Grouping; day?: string; assignee?: string }) => {
    const [nextView, nextDay] = [next.view ?? view, next.day ?? day]
    if (next.view) localStorage.setItem(viewKey, nextView)
    if (next.grouping) localStorage.setItem(groupingKey, next.grouping)
    sessionStorage.setItem(dayKey, `${nextDay} ${today}`)
    setParams(
      (old) => {
        old.set('cal', nextView)
        old.set('day', nextDay)
        if (next.grouping) old.set('by', next.grouping)
        if (next.assignee) old.set('assignee', next.assignee)
        return old
      },
      { preventScrollReset: true },
    )
  }
  const days = daysOf(view, day, isNarrow)
  const dayAfterPaging = (direction: 1 | -1) =>
    view === 'month' ? monthLater(day, direction) : dayLater(day, direction * days.length)
  return {
    view,
    grouping,
    day,
    today,
    days,
    /** The days to load for what is shown, and for the pages before and after. */
    loadedDays: loadedDays(view, day, isNarrow),
    nearbyDays: ([-1, 1] as const).map((it) => loadedDays(view, dayAfterPaging(it), isNarrow)),
    isNarrow,
    title: isPhone && view === 'day' ? dateName(day, today) : titleOf(view, day, days),
    show,
    page: (direction: 1 | -1) => show({ day: dayAfterPaging(direction) }),
  }
}

/** The days of a view; a week is three days where seven have no room. */
function daysOf(view: View, day: string, isNarrow: boolean): string[] {
  switch (view) {
    case 'day':
      return [day]
    case 'week':
      return isNarrow ? daysFrom(day, 3) : weekOf(day)
    case 'month':
    case 'agenda':
      return daysFrom(day, agendaDays)
  }
}

/** A month is shown in whole weeks; the days of a week are loaded together. */
const loadedDays = (view: View, day: string, isNarrow: boolean): string[] => {
  if (view === 'month') return monthGrid(day).flat()
  return view === 'day' ? weekOf(day) : daysOf(view, day, isNarrow)
}

function titleOf(view: View, day: string, days: readonly string[]): string {
  if (view === 'day') return shortDayAndYear(day)
  return view === 'month' ? titleOfMonth(day) : titleOfDays(days[0] ?? day, days.at(-1) ?? day)
}
