import { type AnyRoute, answerList, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { journal, sumPayments } from './journal.ts'
import { daysOf, firstDayOfMonth, readReports, readTotals } from './query.ts'

export const reportRoutes: readonly AnyRoute[] = [
  route(api.getTotals, ({ db, query, now }) => readTotals(db, query.asOf, now)),
  route(api.listPayments, (call) =>
    answerList(call, api.listPayments.path, journal(daysOf(call.query, call.now, firstDayOfMonth))),
  ),
  route(api.getPaymentTotals, ({ db, query, now }) => sumPayments(db, daysOf(query, now, firstDayOfMonth))),
  route(api.getReports, ({ db, query, now }) => readReports(db, query, now)),
]
