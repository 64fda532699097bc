import { call } from '@plumbline/contract'
import type { SettingsChanges } from '@plumbline/messaging/api'
import * as messaging from '@plumbline/messaging/api'
import { queryOptions } from '@tanstack/react-query'

/** The reminders of the next seven days. */
export const plannedQuery = () =>
  queryOptions({
    queryKey: ['messages', 'planned'],
    queryFn: ({ signal }) => call(messaging.listPlanned, { signal }),
    meta: { changedBy: ['appointment', 'reminder', 'consent', 'messaging', 'customer', 'message'] },
  })

/** The follow-ups of quotes of the next seven days. */
export const plannedFollowUpsQuery = () =>
  queryOptions({
    queryKey: ['messages', 'planned', 'follow-ups'],
    queryFn: ({ signal }) => call(messaging.listPlannedFollowUps, { signal }),
    meta: { changedBy: ['quote', 'consent', 'messaging', 'customer', 'message'] },
  })

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['messages', 'settings'],
    queryFn: ({ signal }) => call(messaging.readSettings, { signal }),
    meta: { changedBy: ['messaging'] },
  })

export const changeSettings = (body: SettingsChanges) => call(messaging.changeSettings, { body })
export const planReminder = (appointmentId: number, skip: boolean) =>
  call(messaging.planReminder, { params: { id: appointmentId }, body: { skip } })
