import type { Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { createServiceRouter, route, type ServiceOptions } from '@plumbline/platform/http'
import { eventLogGrants, roleOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import {
  type AppendNotifier,
  createWaitForPosition,
  projectionSubscription,
} from '@plumbline/platform/subscriptions'
import * as api from './api.ts'
import { readActivity, readTimeline } from './happenings.ts'
import { activity } from './projections/activity.ts'
import { histories } from './projections/histories.ts'
import { revenue } from './projections/revenue.ts'
import { readStats } from './stats.ts'

const role = roleOf('insights')
const followed = [histories, activity, revenue]

export const insightsSchema: SchemaDefinition = {
  schema: 'insights',
  role,
  grants: eventLogGrants(role),
  migrations: [],
  asyncProjections: followed,
}

export type InsightsOptions = { pool: Pool; notifier: AppendNotifier; keyring: Keyring } & Pick<
  ServiceOptions,
  'identityKey' | 'limitScale' | 'clock'
>

const maxActivities = 50

/** What the whole business looks like: figures, what happened last, and the history of every customer. */
export function createInsights({ pool, notifier, keyring, ...options }: InsightsOptions) {
  const subscriptions = followed.map((projection) => projectionSubscription('insights', projection))
  const routes = [
    route(api.dashboardStats, ({ db, now }) => readStats(db, now)),
    route(api.activity, ({ db, query }) =>
      readActivity({ db, keyring }, Number(query.limit ?? maxActivities), query.before),
    ),
    route(api.customerTimeline, ({ db, params }) => readTimeline({ db, keyring }, params.id)),
  ]
  return {
    name: 'insights',
    endpoints: routes.map((it) => it.endpoint),
    router: createServiceRouter({
      name: 'insights',
      store: { pool, projections: [], notifier },
      routes,
      waitForPosition: createWaitForPosition({ db: pool, subscriptions }),
      ...options,
    }),
  }
}
