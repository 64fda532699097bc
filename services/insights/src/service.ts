import { defineService } from '@plumbline/platform/service'
import { activity } from './activity/projection.ts'
import { activityRoutes } from './activity/routes.ts'
import { customers } from './customers.ts'
import { revenue } from './stats/revenue.ts'
import { statsRoutes } from './stats/routes.ts'
import { subjects } from './stats/subjects.ts'

/** The figures of the business, its activity and the timeline of every customer. */
export const insights = defineService({
  name: 'insights',
  asyncProjections: [customers.projection, subjects, activity, revenue],
  migrations: [
    {
      id: 'histories-dropped-v1',
      // replaced by subjects; it has names, and an erasure no longer rebuilds it
      sql: `DROP TABLE IF EXISTS histories;
        DELETE FROM es.subscriptions WHERE name = 'insights.histories';
        DELETE FROM es.parked WHERE subscription = 'insights.histories'`,
    },
  ],
  routes: [...activityRoutes, ...statsRoutes],
})
