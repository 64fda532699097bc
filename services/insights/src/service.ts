import { trigramsMigration } from '@plumbline/platform/search'
import { defineService } from '@plumbline/platform/service'
import { activity } from './activity/projection.ts'
import { activityRoutes } from './activity/routes.ts'
import { customers } from './customers.ts'
import { searchDocuments } from './search/projection.ts'
import { searchRoutes } from './search/routes.ts'
import { revenue } from './stats/revenue.ts'
import { statsRoutes } from './stats/routes.ts'
import { subjects } from './stats/subjects.ts'

/** The figures of the business, its activity, the timeline of every customer, and search. */
export const insights = defineService({
  name: 'insights',
  asyncProjections: [customers.projection, subjects, activity, revenue, searchDocuments],
  migrations: [trigramsMigration],
  routes: [...activityRoutes, ...statsRoutes, ...searchRoutes],
})
