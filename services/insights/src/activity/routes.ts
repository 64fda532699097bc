import { type AnyRoute, route } from '@plumbline/platform/http'
import { activity, customerTimeline } from '../api.ts'
import { readActivity, readHistory, readTimeline } from './queries.ts'

const defaultLimit = 50

export const activityRoutes: readonly AnyRoute[] = [
  route(activity, ({ db, keyring, query: { limit = defaultLimit, before, incoming, record } }) =>
    record
      ? readHistory({ db, keyring }, record)
      : readActivity({ db, keyring }, { limit: Number(limit), before, incoming: incoming === 'true' }),
  ),
  route(customerTimeline, ({ db, keyring, params }) => readTimeline({ db, keyring }, params.id)),
]
