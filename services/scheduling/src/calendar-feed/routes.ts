import { rejection } from '@plumbline/platform/errors'
import type { EventStore } from '@plumbline/platform/event-store'
import { type ServiceOptions, verifyIdentity } from '@plumbline/platform/http'
import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import { Router } from 'express'
import { readCalendar } from '../api.ts'
import { listAppointments } from '../appointment/queries.ts'
import { opens } from './feeds.ts'
import { iCalendar } from './iCalendar.ts'

export type FeedOptions = { store: EventStore } & Pick<ServiceOptions, 'name' | 'identityKey' | 'clock'>

const daysBack = 90

/** The one call that does not answer JSON. Who has its secret address needs no session. */
export function feedRoute({ store, name, identityKey, clock = () => new Date() }: FeedOptions): Router {
  const router = Router({ caseSensitive: true })
  router.get(readCalendar.path, async (req, res) => {
    await verifyIdentity(identityKey, name, req)
    const now = clock()
    if (!(await opens(store.pool, String(req.params.token), now)))
      throw rejection('not-found', 'There is nothing here.')
    const from = dayLater(dayInNewYork(now), -daysBack)
    const { rows } = await listAppointments(store.pool, { from })
    res.type('text/calendar').send(iCalendar(rows))
  })
  return router
}
