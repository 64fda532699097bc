import { type AnyRoute, route } from '@plumbline/platform/http'
import { activity, customerTimeline } from '../api.ts'
import { readActivity, readTimeline } from './queries.ts'

const defaultLimit = 50

export const activityRoutes: readonly AnyRoute[] = [
  route(activity, ({ db, keyring, query }) =>
    readActivity({ db, keyring }, Number(query.limit ?? defaultLimit), query.before),
  ),
  route(customerTimeline, ({ db, keyring, params }) => readTimeline({ db, keyring }, params.id)),
]
