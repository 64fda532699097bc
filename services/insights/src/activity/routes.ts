import { type AnyRoute, route } from '@plumbline/platform/http'
import { activity, customerTimeline } from '../api.ts'
import { readActivity, readTimeline } from './queries.ts'

const defaultLimit = 50

export const activityRoutes: readonly AnyRoute[] = [
  route(activity, ({ db, keyring, query }) =>
    readActivity(
      { db, keyring },
      {
        limit: Number(query.limit ?? defaultLimit),
        before: query.before,
        incoming: query.incoming === 'true',
      },
    ),
  ),
  route(customerTimeline, ({ db, keyring, params }) => readTimeline({ db, keyring }, params.id)),
]
