import { dayInNewYork, dayLater, readTime } from '@plumbline/contract'
import { useSyncExternalStore } from 'react'
import { useSearchParams } from 'react-router-dom'
import { daysFrom, monthLater, titleOfDay, titleOfDays, titleOfMonth, weekOf } from './days.ts'
import { narrow } from './narrow.ts'

export const views = ['day', 'week', 'month', 'agenda'] as const
export type View = (typeof views)[number]
const isView = (text: string | null): text is View => (views as readonly (string | null)[]).includes(text)

const rememberedView = 'plumbline:calendar:view'
const rememberedDay = 'plumbline:calendar:day'
const agendaDays = 28

function useMatches(query: string): boolean {
  const list = matchMedia(query)
  const listen = (changed: () => void) => {
    list.addEventListener('change', changed)
    return () => list.removeEventListener('change', changed)
  }
  return useSyncExternalStore(listen, () => matchMedia(query).matches)
}

/** Where one was earlier today; tomorrow the calendar opens on tomorrow. */
function dayBefore(today: string): string {
  const [day, on] = (sessionStorage.getItem(rememberedDay) ?? '').split(' ')
  return day && on === today ? day : today
}

/** What the calendar shows: a view and a day, both in the URL. */
export function useView() {
  const [params, setParams] = useSearchParams()
  const phone = useMatches('(max-width: 767px)')
  const isNarrow = useMatches(narrow.replace('@media ', ''))
  const today = dayInNewYork(new Date())
  const inUrl = params.get('day') ?? ''
  const asked = params.get('cal') ?? localStorage.getItem(rememberedView)
  const view = isView(asked) ? asked : phone ? 'day' : 'week'
  const day = inUrl.length === 10 && readTime(inUrl) ? inUrl : dayBefore(today)

  const show = (next: { view?: View; day?: string }) => {
    const [nextView, nextDay] = [next.view ?? view, next.day ?? day]
    if (next.view) localStorage.setItem(rememberedView, nextView)
    sessionStorage.setItem(rememberedDay, `${nextDay} ${today}`)
    setParams(
      (old) => {
        old.set('cal', nextView)
        old.set('day', nextDay)
        return old
      },
      { preventScrollReset: true },
    )
  }
  const days = daysOf(view, day, isNarrow)
  return {
    view,
    day,
    today,
    days,
    title: titleOf(view, day, days),
    show,
    walk: (steps: number) =>
      show({ day: view === 'month' ? monthLater(day, steps) : dayLater(day, steps * days.length) }),
  }
}

/** The days a view shows; a week is three days where there is no room for seven. */
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

function titleOf(view: View, day: string, days: readonly string[]): string {
  if (view === 'day') return titleOfDay(day)
  return view === 'month' ? titleOfMonth(day) : titleOfDays(days[0] ?? day, days.at(-1) ?? day)
}
