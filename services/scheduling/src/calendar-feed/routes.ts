import { readClock } from '@plumbline/business/directory'
import { readMembers } from '@plumbline/identity/directory'
import { rejection } from '@plumbline/platform/errors'
import { type AnyRoute, type Caller, may, route } from '@plumbline/platform/http'
import { dayLater } from '@plumbline/platform/time'
import * as api from '../api.ts'
import { findVersionedAppointments } from '../appointment/queries.ts'
import { createFeed, listFeeds, listFeedsOfUser, redeemFeedToken, revokeFeed } from './feeds.ts'
import { iCalendar } from './iCalendar.ts'

const daysBack = 90

export const calendarFeedRoutes: readonly AnyRoute[] = [
  route(api.createCalendarFeed, ({ db, caller, now }) => createFeed(db, userOf(caller), now)),
  route(api.listCalendarFeeds, ({ db, caller }) => listFeedsOfUser(db, userOf(caller).id)),
  route(api.listEveryonesCalendarFeeds, ({ db }) => listFeeds(db)),
  route(api.revokeCalendarFeed, async ({ db, caller, params }) => {
    if (!(await revokeFeed(db, params.id, may(caller, 'team') ? null : userOf(caller).id))) throw notFound()
    return undefined
  }),
  route(api.readCalendar, async ({ db, params, now }) => {
    const userId = await redeemFeedToken(db, params.token, now)
    const rights = userId === undefined ? [] : (await readMembers(db, [userId]))(userId).rights
    if (!rights.includes('schedule.own.view')) throw notFound()
    const clock = await readClock(db, now)
    const from = dayLater(clock.today, -daysBack)
    const filter = rights.includes('schedule.all.view') ? { from } : { from, assignee: userId }
    return iCalendar(await findVersionedAppointments(db, filter, clock), clock.timeZone)
  }),
]

const notFound = () => rejection('not-found', 'Not found.')

function userOf({ user }: Caller): NonNullable<Caller['user']> {
  if (!user) throw rejection('unauthenticated', 'Please sign in.')
  return user
}
