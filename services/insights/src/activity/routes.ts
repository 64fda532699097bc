import { readClock } from '@plumbline/business/directory'
import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import { activity, customerTimeline } from '../api.ts'
import { readActivity, readHistory, readTimeline } from './queries.ts'

const defaultLimit = 50

export const activityRoutes: readonly AnyRoute[] = [
  route(activity, async (call) => {
    const { limit = defaultLimit, before, incoming, record } = call.query
    const reader = await readerFor(call)
    return record
      ? readHistory(reader, record)
      : readActivity(reader, { limit: Number(limit), before, incoming: incoming === 'true' })
  }),
  route(customerTimeline, async (call) => readTimeline(await readerFor(call), call.params.id)),
]

async function readerFor({ db, keyring, now }: Pick<Call<typeof activity>, 'db' | 'keyring' | 'now'>) {
  const { timeZone } = await readClock(db, now)
  return { db, keyring, timeZone }
}
