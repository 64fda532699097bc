import { quoteNumberText } from '@plumbline/billing/events'
import { sql } from '@plumbline/platform/db'
import { readStream } from '@plumbline/platform/event-store'
import { foldRow } from '@plumbline/platform/projections'
import { commitEach, type ServiceTimer, type TimerContext } from '@plumbline/platform/service'
import { clockAt } from '@plumbline/platform/time'
import { refusalsOf } from '../consent/queries.ts'
import { writeMessage } from '../conversation/commands.ts'
import { isWritten } from '../conversation/queries.ts'
import { addressesOf, loadCustomerFromLog } from '../customers.ts'
import { readMessageHours } from '../messageHours.ts'
import { followUpsAreOn } from '../reminder/settings.ts'
import { readSender } from '../sender.ts'
import type { MessagingContext, MessagingSettings } from '../settings.ts'
import { linkPlaceholder } from '../texts/linkPlaceholder.ts'
import { quoteFollowUpText } from '../texts/templates.ts'
import { openQuotes } from './openQuotes.ts'
import { type FollowUpDay, planFollowUp } from './plan.ts'
import { followUpCause, quotesToFollowUp } from './queries.ts'

export const followUpQuotes: ServiceTimer<MessagingSettings> = {
  name: 'followUpQuotes',
  cron: '* * * * *',
  run: async (service) => {
    if ((await followUpOfToday(service)) > 0) service.wakeWorker()
  },
}

/**
 * Writes the follow-ups of today that are due. As with reminders, each is written once, late, twice or in two processes at once.
 * Answers how many it looked at.
 */
export async function followUpOfToday(service: TimerContext<MessagingSettings>): Promise<number> {
  const { store, now } = service
  const { timeZone, today, remindAt, quietFrom } = await readMessageHours(store.pool, now)
  if (now < clockAt(timeZone, today, remindAt) || now >= clockAt(timeZone, today, quietFrom)) return 0
  const due = await quotesToFollowUp(store.pool, timeZone, today)
  const origin = { metadata: { actor: 'messaging', requestId: `follow up ${today}` }, now }
  await commitEach(store, origin, due, (ctx, { id, day }) => followUp({ ...service, ...ctx }, id, day))
  return due.length
}

/** Writes one follow-up, if it is due and not written yet. */
async function followUp(ctx: MessagingContext, quoteId: number, day: FollowUpDay): Promise<void> {
  const { db, now } = ctx
  // a concurrent follow-up of the same quote waits here
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`follow-up ${quoteId}`}))`)
  // from the log: the read model may lag behind it
  const quote = foldRow(openQuotes, await readStream(db, `quote-${quoteId}`, { keyring: ctx.keyring }))
  if (!quote || quote.demo || quote.sentVersion === null) return
  const causeId = followUpCause(quoteId, quote.sentVersion, day)
  if (await isWritten(db, causeId)) return
  const customer = await loadCustomerFromLog(ctx, quote.customerId)
  const sender = await readSender(ctx)
  const refusals = await refusalsOf(
    db,
    [customer?.id ?? quote.customerId],
    customer ? addressesOf(customer) : undefined,
  )
  const followUpsOn = await followUpsAreOn(db)
  const plan = planFollowUp({ quote, day, hours: sender, customer, refusals, followUpsOn })
  if (!customer || plan.channel === null || now < plan.from || now >= plan.until) return
  const link = linkPlaceholder({ kind: 'quote', id: quoteId })
  const named = { number: quoteNumberText(quoteId), title: quote.title, link }
  await writeMessage(ctx, {
    ...quoteFollowUpText(plan.channel, customer.firstName, named, sender),
    ...{ customer, channel: plan.channel, cause: 'quote-follow-up', causeId },
    validForVersion: `quote-${quoteId}@${quote.sentVersion}`,
    expiresAt: plan.until,
  })
}
