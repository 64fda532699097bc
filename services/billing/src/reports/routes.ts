import { type AnyRoute, answerList, route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { journal, sumPayments } from './journal.ts'
import { firstDayOfMonth, readPeriod, readReports, readTotals } from './query.ts'
import { sumQuotes } from './quoteFigures.ts'

export const reportRoutes: readonly AnyRoute[] = [
  route(api.getTotals, ({ db, query, now }) => readTotals(db, query.asOf, now)),
  route(api.listPayments, async (call) =>
    answerList(
      call,
      api.listPayments.path,
      journal(await readPeriod(call.db, call.query, call.now, firstDayOfMonth)),
    ),
  ),
  route(api.getPaymentTotals, async ({ db, query, now }) =>
    sumPayments(db, await readPeriod(db, query, now, firstDayOfMonth)),
  ),
  route(api.getQuoteFigures, async ({ db, query, now }) => sumQuotes(db, await readPeriod(db, query, now))),
  route(api.getReports, ({ db, query, now }) => readReports(db, query, now)),
]
