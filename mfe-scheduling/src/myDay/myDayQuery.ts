import { call, dayLater } from '@plumbline/contract'
import { listAppointments } from '@plumbline/scheduling/api'
import { queryOptions } from '@tanstack/react-query'
import { appointmentsKey, changedBy } from '../appointments/queries.ts'

const maxJobs = '100'

/**
 * The jobs of a day, after those that began before and reach into it, and of today after all that still run; of one member, or
 * all that one may see.
 */
export const myDayQuery = (day: string, isToday: boolean, assignee: number | undefined) =>
  queryOptions({
    queryKey: [...appointmentsKey, 'my day', day, isToday, assignee],
    queryFn: async ({ signal }) => {
      const list = (query: { from?: string; to: string; status?: 'in_progress'; includeRunning?: 'true' }) =>
        call(listAppointments, {
          query: { ...query, limit: maxJobs, assignee: assignee?.toString() },
          signal,
        })
      const [running, ofDay] = await Promise.all([
        isToday ? list({ to: dayLater(day, -1), status: 'in_progress' }) : [],
        list({ from: day, to: day, includeRunning: 'true' }),
      ])
      const isOfDay = new Set(ofDay.map(({ id }) => id))
      return [...running.filter(({ id }) => !isOfDay.has(id)), ...ofDay]
    },
    meta: { changedBy },
  })
