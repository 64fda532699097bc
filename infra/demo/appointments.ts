import { moneyText } from '@plumbline/platform/money'
import { dayIn, dayLater, defaultTimeZone, readTime } from '@plumbline/platform/time'
import type { CommandsOf } from '../processes/roles/attachServices.ts'
import { dice } from './dice.ts'
import { type Job, jobs } from './jobs.ts'
import { demoOrigin, type Step } from './timeline.ts'

type Scheduling = CommandsOf<'scheduling'>
type Billing = CommandsOf<'billing'>
export type Services = { scheduling: Scheduling; billing: Billing }

export type ActiveCustomer = { id: number; status: string; createdAt: string }

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const rate = 75
const methods = ['cash', 'zelle', 'venmo', 'credit_card', 'cashapp'] as const
const startTimes = ['08:00', '10:30', '13:00', '15:00']

const weekday = (day: string): string => {
  const number = new Date(`${day}T12:00:00Z`).getUTCDay()
  return number === 0 ? dayLater(day, 1) : number === 6 ? dayLater(day, 2) : day
}

/** A year of jobs and what was asked and paid for them, oldest first; some are still to come. */
export function appointmentSteps(
  services: Services,
  customers: readonly ActiveCustomer[],
  begin: Date,
): Step[] {
  const steps = customers.flatMap((customer) => {
    if (customer.status === 'lead') return []
    const roll = dice(customer.id)
    const count = 1 + Math.floor(roll() * 4)
    return Array.from({ length: count }, (_, index) => {
      const first = Date.parse(customer.createdAt) + 3 * dayMs
      // spread from their first days until three weeks from now, so that today and tomorrow have some
      const span = begin.getTime() + 21 * dayMs - first
      const day = weekday(dayIn(defaultTimeZone, new Date(first + span * ((index + roll()) / count))))
      const starts = readTime(defaultTimeZone, `${day}T${pick(startTimes, roll)}`) as Date
      return stepsOfAppointment(services, customer, { starts, job: pick(jobs, roll), roll }, begin)
    }).flat()
  })
  const active = customers.filter(({ status }) => status === 'active')
  const now = todayAt(begin).flatMap((starts, i) =>
    stepsOfAppointment(
      services,
      active[i] as ActiveCustomer,
      { starts, job: jobs[i * 2] as Job, roll: dice(i + 1) },
      begin,
    ),
  )
  return [...steps, ...now].sort((a, b) => a.at.getTime() - b.at.getTime())
}

const halfHourMs = hourMs / 2

/** What stands on today's list: a job that is under way and two to come, or a morning's start outside of hours. */
function todayAt(begin: Date): Date[] {
  const today = dayIn(defaultTimeZone, begin)
  const opens = readTime(defaultTimeZone, `${today}T08:00`) as Date
  const closes = readTime(defaultTimeZone, `${today}T17:00`) as Date
  const first =
    begin < opens || begin > closes
      ? opens
      : new Date(Math.floor((begin.getTime() - hourMs / 4) / halfHourMs) * halfHourMs)
  return [0, 2, 4.5].map((hours) => new Date(first.getTime() + hours * hourMs))
}

const pick = <T>(all: readonly T[], roll: () => number): T => all[Math.floor(roll() * all.length)] as T

type PlannedAppointment = { starts: Date; job: Job; roll: () => number }

function stepsOfAppointment(
  { scheduling, billing }: Services,
  customer: ActiveCustomer,
  { starts, job, roll }: PlannedAppointment,
  begin: Date,
): Step[] {
  const day = dayIn(defaultTimeZone, starts)
  const ends = new Date(starts.getTime() + job.hours * hourMs)
  // what is still to come was agreed on in the last days
  const early = starts.getTime() - 4 * dayMs
  const booked = new Date(early < begin.getTime() ? early : begin.getTime() - (0.2 + roll() * 8) * dayMs)
  const cents = Math.round(job.hours * rate * 100)
  let id = 0
  let invoice = 0
  const until = (steps: Step[]) => steps.filter(({ at }) => at <= begin)
  const steps: Step[] = [
    {
      at: booked,
      run: async (now) => {
        const { title, description, notes } = job
        const form = { customerId: customer.id, title, description, notes, duration: job.hours * 60 }
        const estimatedPrice = moneyText(cents)
        const appointment = await scheduling.scheduleAppointment(demoOrigin(now), {
          ...form,
          estimatedPrice,
          scheduledDate: starts.toISOString(),
        })
        id = appointment.id
      },
    },
  ]
  if (roll() < 0.07)
    return until([
      ...steps,
      {
        at: new Date(starts.getTime() - dayMs),
        run: (now) => scheduling.cancelAppointment(demoOrigin(now), id),
      },
    ])
  const lately = begin.getTime() - ends.getTime() < 12 * dayMs
  const actual = cents + (roll() < 0.25 ? 3_750 : 0)
  steps.push(
    {
      at: starts,
      run: (now) => scheduling.editAppointment(demoOrigin(now, 'crew'), id, { status: 'in_progress' }),
    },
    {
      at: ends,
      run: (now) =>
        scheduling.editAppointment(demoOrigin(now, 'crew'), id, {
          status: 'completed',
          actualPrice: moneyText(actual),
        }),
    },
    {
      at: new Date(ends.getTime() + hourMs / 2),
      run: async (now) => {
        invoice = await billing.draftInvoice(demoOrigin(now), {
          customerId: customer.id,
          appointmentId: id,
          description: `${job.title}: ${job.description}`,
          lines: [{ description: job.description, amountCents: actual, taxCents: 0 }],
          dueOn: lately || roll() < 0.3 ? dayLater(day, 14) : day,
        })
        await billing.issueInvoice(demoOrigin(now), invoice)
      },
    },
  )
  const paysAfterDays = roll() < 0.7 ? 0.1 : roll() * 20
  const pays = new Date(ends.getTime() + hourMs + paysAfterDays * dayMs)
  if (roll() < (lately ? 0.4 : 0.85))
    steps.push({ at: pays, run: (now) => payment(billing, invoice, roll, now) })
  return until(steps)
}

const payment = (billing: Billing, invoice: number, roll: () => number, now: Date) =>
  billing.recordPayment(demoOrigin(now), invoice, {
    method: pick(methods, roll),
    date: dayIn(defaultTimeZone, now),
  })
