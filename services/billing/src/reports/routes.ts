import { type AnyRoute, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { readReports, readTotals } from './query.ts'

export const reportRoutes: readonly AnyRoute[] = [
  route(api.getTotals, ({ db, query, now }) => readTotals(db, query.asOf, now)),
  route(api.getReports, ({ db, query, now }) => readReports(db, query, now)),
]
