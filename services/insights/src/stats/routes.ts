import { type AnyRoute, route } from '@plumbline/platform/http'
import { dashboardStats } from '../api.ts'
import { readStats } from './queries.ts'

export const statsRoutes: readonly AnyRoute[] = [route(dashboardStats, ({ db, now }) => readStats(db, now))]
