import type { Pool } from '@plumbline/platform/db'
import {
  createCatchUp,
  createEventStore,
  type Keyring,
  registeredName,
  type Wake,
} from '@plumbline/platform/event-store'
import { createServiceRouter, route, type ServiceOptions } from '@plumbline/platform/http'
import { eventLogGrants, type Owner, roleOf } from '@plumbline/platform/migrate'
import * as api from './api.ts'
import { readActivity, readTimeline } from './happenings.ts'
import { activity } from './projections/activity.ts'
import { histories } from './projections/histories.ts'
import { revenue } from './projections/revenue.ts'
import { readStats } from './stats.ts'

const role = roleOf('insights')

export const insightsSchema: Owner = {
  schema: 'insights',
  role,
  grants: eventLogGrants(role),
  migrations: [],
  asyncProjections: [histories, activity, revenue],
}

export type InsightsOptions = { pool: Pool; wake: Wake; keyring: Keyring } & Pick<
  ServiceOptions,
  'identityKey' | 'limitScale' | 'clock'
>

const mostAtOnce = 50

/** What the whole business looks like: figures, what happened last, and the history of every customer. */
export function createInsights({ pool, wake, keyring, ...options }: InsightsOptions) {
  const store = createEventStore({ pool, schema: 'insights', projections: [], wake })
  const names = [histories, activity, revenue].map((projection) => registeredName('insights', projection))
  const routes = [
    route(api.dashboardStats, ({ db, now }) => readStats(db, now)),
    route(api.activity, ({ db, query }) =>
      readActivity({ db, keyring }, Number(query.limit ?? mostAtOnce), query.before),
    ),
    route(api.customerTimeline, ({ db, params }) => readTimeline({ db, keyring }, params.id)),
  ]
  return {
    name: 'insights',
    endpoints: routes.map((it) => it.endpoint),
    router: createServiceRouter({
      name: 'insights',
      store,
      routes,
      catchUp: createCatchUp({ db: pool, names }),
      ...options,
    }),
  }
}
