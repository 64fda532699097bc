import { call } from '@plumbline/contract'
import {
  changeSettings,
  listPlanned,
  planReminder,
  readSettings,
  type Settings,
} from '@plumbline/messaging/api'
import { queryOptions } from '@tanstack/react-query'

/** What goes out by itself in the next days. */
export const plannedQuery = () =>
  queryOptions({
    queryKey: ['messages', 'planned'],
    queryFn: ({ signal }) => call(listPlanned, { signal }),
    meta: { changedBy: ['appointment', 'reminder', 'consent', 'messaging', 'customer', 'message'] },
  })

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['messages', 'settings'],
    queryFn: ({ signal }) => call(readSettings, { signal }),
    meta: { changedBy: ['messaging'] },
  })

export const saveSettings = (body: Settings) => call(changeSettings, { body })
export const skipReminder = (appointmentId: number, skip: boolean) =>
  call(planReminder, { params: { id: appointmentId }, body: { skip } })
