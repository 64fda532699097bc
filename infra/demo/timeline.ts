import { dayIn, dayLater, defaultTimeZone, readTime } from '@plumbline/platform/time'
import type { CommandsOf } from '../processes/roles/attachServices.ts'
import { type DemoCustomer, demoCustomers } from './customers.ts'
import { type DemoLead, demoLeads } from './leads.ts'

export type Crm = CommandsOf<'crm'>
/** One command and its time; ids of earlier steps are shared through closures. */
export type Step = { at: Date; run: (now: Date) => Promise<unknown> }

const actors = {
  office: { actor: 'demo', actorName: 'Dana' },
  crew: { actor: 'demo', actorName: 'Marco' },
  visitor: { actor: 'visitor' },
  customer: { actor: 'customer' },
}

/** Who gives the commands of the demo data; `demo` keeps messages from being sent. */
export const demoOrigin = (now: Date, by: keyof typeof actors = 'office') => ({
  metadata: { ...actors[by], requestId: 'demo', demo: true },
  now,
})

/** A time at which people work: nights are folded into the hour after six of the evening before, in the same order. */
export function inDaytime(at: Date): Date {
  const today = dayIn(defaultTimeZone, at)
  const opens = (day: string) => (readTime(defaultTimeZone, `${day}T07:00`) as Date).getTime()
  const closes = (day: string) => (readTime(defaultTimeZone, `${day}T18:00`) as Date).getTime()
  const evening = at.getTime() < opens(today) ? dayLater(today, -1) : today
  const begin = closes(evening)
  const passed = at.getTime() - begin
  return passed < 0
    ? at
    : new Date(begin + Math.floor((passed / (opens(dayLater(evening)) - begin)) * hourMs))
}
const hourMs = 3_600_000
const dayMs = 24 * hourMs
const emailOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName}.${lastName}@example.com`.toLowerCase()

/** The history of the customers and leads, oldest first. */
export function customerAndLeadSteps(crm: Crm, begin: Date): Step[] {
  const before = (ms: number) => new Date(begin.getTime() - ms)
  return [
    ...demoLeads.flatMap((lead) => leadSteps(crm, lead, before(lead.hoursAgo * hourMs))),
    ...demoCustomers.flatMap((customer) => customerSteps(crm, customer, before(customer.daysAgo * dayMs))),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
}

const later = (at: Date, hours: number) => new Date(at.getTime() + hours * hourMs)

function leadSteps(
  crm: Crm,
  { hoursAgo: _, became, lostReason, estimatedValue, ...form }: DemoLead,
  at: Date,
) {
  let id = 0
  const change = (changes: Parameters<Crm['changeLead']>[2], hours: number): Step => ({
    at: later(at, hours),
    run: (now) => crm.changeLead(demoOrigin(now), id, changes),
  })
  const steps: Step[] = [
    {
      at,
      run: async (now) => {
        id = (
          await crm.receiveLead(demoOrigin(now, form.source === 'website' ? 'visitor' : 'office'), {
            ...form,
            email: emailOf(form),
          })
        ).id
      },
    },
  ]
  if (!became) return steps
  const followUpOn = later(at, 120).toISOString().slice(0, 10)
  steps.push(change({ status: 'contacted', followUpOn }, 3))
  if (estimatedValue) steps.push(change({ estimatedValue }, 20))
  if (became === 'quoted' || became === 'converted') steps.push(change({ status: 'quoted' }, 26))
  if (became === 'lost') steps.push(change({ status: 'lost', lostReason, followUpOn: null }, 90))
  if (became === 'converted')
    steps.push({ at: later(at, 70), run: (now) => crm.convertLead(demoOrigin(now), id) })
  return steps
}

function customerSteps(crm: Crm, { daysAgo: _, status, ...form }: DemoCustomer, at: Date) {
  let id = 0
  const change = (to: DemoCustomer['status'], days: number): Step => ({
    at: later(at, days * 24),
    run: (now) => crm.changeCustomer(demoOrigin(now), id, { status: to }),
  })
  const steps: Step[] = [
    {
      at,
      run: async (now) => {
        id = (await crm.registerCustomer(demoOrigin(now), { ...form, email: emailOf(form) })).id
      },
    },
  ]
  if (status !== 'lead') steps.push(change('active', 2))
  if (status === 'completed') steps.push(change('completed', 21))
  return steps
}
