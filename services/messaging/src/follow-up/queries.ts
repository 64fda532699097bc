import { quoteNumberText } from '@plumbline/billing/events'
import { type Db, run } from '@plumbline/platform/db'
import { tableFor } from '@plumbline/platform/projections'
import { clockAt, dayIn, dayLater } from '@plumbline/platform/time'
import type { PlannedFollowUp } from '../api.ts'
import { refusalsOf } from '../consent/queries.ts'
import { isWritten } from '../conversation/queries.ts'
import { addressesOf, customers } from '../customers.ts'
import type { ReminderHours } from '../reminder/plan.ts'
import { followUpsAreOn } from '../reminder/settings.ts'
import { quoteFollowUpText, type Writer } from '../texts/templates.ts'
import { type OpenQuoteRow, openQuotes } from './openQuotes.ts'
import { type FollowUpDay, followUpDays, planFollowUp } from './plan.ts'

const table = tableFor(openQuotes)

/** What a follow-up is written for, once: a version of a quote, and a day after it. */
export const followUpCause = (quoteId: number, sentVersion: number, day: FollowUpDay): string =>
  `quote-${quoteId}@${sentVersion}+${day}`

/** Of the quotes that wait for an answer, those that went out on one of these days. */
async function openSince(db: Db, timeZone: string, from: string, to: string): Promise<OpenQuoteRow[]> {
  return run<OpenQuoteRow>(db, {
    name: 'open-quotes-since',
    text: `${table.select} WHERE is_open AND NOT demo AND sent_at >= $1 AND sent_at < $2 ORDER BY sent_at, id`,
    values: [clockAt(timeZone, from, '00:00'), clockAt(timeZone, dayLater(to), '00:00')],
  })
}

/** Quotes whose customers are asked today, if nothing speaks against it. */
export async function quotesToFollowUp(
  db: Db,
  timeZone: string,
  today: string,
): Promise<{ id: number; day: FollowUpDay }[]> {
  const due = await Promise.all(
    followUpDays.map(async (day) => {
      const sentOn = dayLater(today, -day)
      return (await openSince(db, timeZone, sentOn, sentOn)).map(({ id }) => ({ id, day }))
    }),
  )
  return due.flat()
}

const plannedDays = 7

/** The follow-ups from today to a week from now that were not written yet, soonest first. */
export async function plannedFollowUps(
  db: Db,
  now: Date,
  sender: Writer & ReminderHours,
): Promise<PlannedFollowUp[]> {
  const { timeZone } = sender
  const today = dayIn(timeZone, now)
  const rows = await openSince(db, timeZone, dayLater(today, -Math.max(...followUpDays)), today)
  const followUpsOn = await followUpsAreOn(db)
  const planned: PlannedFollowUp[] = []
  for (const quote of rows) {
    const customer = (await customers.find(db, quote.customerId)) ?? null
    const refusals = await refusalsOf(
      db,
      [customer?.id ?? quote.customerId],
      customer ? addressesOf(customer) : undefined,
    )
    for (const day of followUpDays) {
      if (
        quote.sentVersion !== null &&
        (await isWritten(db, followUpCause(quote.id, quote.sentVersion, day)))
      )
        continue
      const plan = planFollowUp({ quote, day, hours: sender, customer, refusals, followUpsOn })
      const goesOutOn = dayIn(timeZone, plan.from)
      if (plan.until <= now || goesOutOn > dayLater(today, plannedDays)) continue
      const link = '[link]'
      const named = { number: quoteNumberText(quote.id), title: quote.title, link }
      planned.push({
        quoteId: quote.id,
        quoteNumber: named.number,
        title: quote.title,
        customerId: customer?.id ?? quote.customerId,
        customerName: customer?.name ?? null,
        goesOutAt: plan.from.toISOString(),
        channel: plan.channel,
        reason: plan.reason,
        content: quoteFollowUpText(plan.channel ?? 'sms', customer?.firstName ?? 'there', named, sender)
          .content,
      })
    }
  }
  return planned.sort((a, b) => (a.goesOutAt < b.goesOutAt ? -1 : 1))
}
