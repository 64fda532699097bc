import { personal as customersPersonal } from '@plumbline/crm/events'
import { rebuildProjection } from '@plumbline/platform/projections'
import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import { personal } from '@plumbline/scheduling/events'
import { scheduling as schedulingService } from '@plumbline/scheduling/service'
import { people, person, scatter } from '../crm/filledCustomers.ts'
import { fillLog } from '../fill.ts'
import type { Bench } from '../main.ts'
import { type Latency, latency, type Served, serve } from '../serve.ts'
import { withPostgres } from '../store.ts'
import { jobs, perCustomer, years } from './filledAppointments.ts'

const targetMs = 50

/** Some day of all the years. */
const someDay = (n: number) =>
  dayLater(dayInNewYork(new Date(years.from)), 30 + (scatter(n) % (years.count * 365 - 60)))

/** What is asked for the n-th time; everything is answered unless it says `limit`. */
const questions = (rows: number): Record<string, (n: number) => string> => {
  const customer = (n: number) => person(1 + (scatter(n) % (rows / perCustomer)))
  const nameOf = (n: number) => `${customer(n).firstName} ${customer(n).lastName}`
  const q = (text: string, more = '') => `/api/appointments?q=${encodeURIComponent(text)}${more}`
  const range = (n: number, days: number) =>
    `/api/appointments?from=${someDay(n)}&to=${dayLater(someDay(n), days - 1)}`
  return {
    'a day': (n) => range(n, 1),
    'a week': (n) => range(n, 7),
    'a month': (n) => range(n, 31),
    'the first fifty of a status': () => '/api/appointments?status=scheduled&limit=50',
    'name of a customer': (n) => q(nameOf(n), '&limit=50'),
    'part of a name': (n) => q(customer(n).lastName.slice(1, 6), '&limit=50'),
    'service type': () => q('painting', '&limit=50'),
    "customer's address": (n) => q(customer(n).address ?? '', '&limit=50'),
    'address of a job site': (n) => q(`${100 + (scatter(n * 10) % 9_800)} Depot Lane`, '&limit=50'),
    'name and service type': (n) => q(`${nameOf(n)} repairs`, '&limit=50'),
    'nothing of the kind': (n) => q(`zzyzx${n}`),
    overlaps: (n) => `/api/appointments/overlaps?from=${someDay(n)}T10:00&to=${someDay(n)}T12:00`,
    "one customer's": (n) => `/api/customers/${customer(n).customerId}/appointments`,
    one: (n) => `/api/appointments/${1 + (scatter(n) % rows)}`,
  }
}

/** A million appointments of twenty years. Options: rows, rounds. */
export const bench: Bench = ({ figures, option }) =>
  withPostgres(async (url) => {
    const rows = option('rows', 1_000_000)
    const rounds = option('rounds', 200)
    const scheduling = await serve(url, schedulingService)
    const seconds = await fill(scheduling, rows)
    console.log(`${rows} appointments stored in ${seconds} s`)
    const answered: Record<string, Latency> = {}
    for (const [name, path] of Object.entries(questions(rows))) {
      answered[name] = await latency(rounds, (n) => scheduling.call(path(n)))
      figures.atMost(`${name}, p95 ms`, answered[name].p95, targetMs)
    }
    console.table(answered)
    const booked = await latency(rounds, (n) =>
      scheduling.call('/api/appointments', {
        method: 'POST',
        body: { customerId: n + 1, title: 'General Repairs', scheduledDate: `${someDay(n)}T09:00` },
      }),
    )
    figures.atMost('booking, p95 ms', booked.p95, targetMs)
    await scheduling.stop()
    return { rows, answered, booked }
  })

async function fill({ admin: pool, keyring }: Served, rows: number): Promise<number> {
  const began = performance.now()
  const keys = new Map<string, string>()
  await fillLog(pool, people(rows / perCustomer), { keyring, personal: customersPersonal, keys })
  await fillLog(pool, jobs(rows), { keyring, personal, keys })
  const { projections = [], asyncProjections = [] } = schedulingService.schema
  for (const [list, async] of [
    [projections, false],
    [asyncProjections, true],
  ] as const)
    for (const projection of list)
      await rebuildProjection({ ...schedulingService.schema, projection, async }, { pool, keyring })
  await pool.query(`SELECT setval('scheduling.appointment_id', ${rows})`)
  // what is left to do of the filling is not to be done while questions are asked
  await pool.query('VACUUM ANALYZE')
  await pool.query('CHECKPOINT')
  return Math.round((performance.now() - began) / 1_000)
}
