import { readClock } from '@plumbline/business/directory'
import { type AnyRoute, type Call, requireAccess, route } from '@plumbline/platform/http'
import { activity, customerTimeline } from '../api.ts'
import { requireVisible, visibilityOf } from '../visibility.ts'
import { readMemberHistory } from './memberHistory.ts'
import { readActivity, readHistory, readTimeline } from './queries.ts'

const defaultLimit = 50

export const activityRoutes: readonly AnyRoute[] = [
  route(activity, async (call) => {
    const { limit = defaultLimit, before, incoming, record } = call.query
    const reader = await readerFor(call)
    if (record?.startsWith('member-')) {
      requireAccess('team', call.caller)
      return readMemberHistory(reader, record)
    }
    if (record) {
      await requireVisible(call.db, reader.visibility, record)
      return readHistory(reader, record)
    }
    return readActivity(reader, { limit: Number(limit), before, incoming: incoming === 'true' })
  }),
  route(customerTimeline, async (call) => {
    const reader = await readerFor(call)
    await requireVisible(call.db, reader.visibility, `customer-${call.params.id}`)
    return readTimeline(reader, call.params.id)
  }),
]

type Reading = Pick<Call<typeof activity>, 'db' | 'keyring' | 'now' | 'caller'>

async function readerFor({ db, keyring, now, caller }: Reading) {
  const { timeZone } = await readClock(db, now)
  return { db, keyring, timeZone, visibility: visibilityOf(caller, now) }
}
