import { sql } from '@plumbline/platform/db'
import { commit } from '@plumbline/platform/event-store'
import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import { visitNow, visitsToRemindOf } from '../appointments.ts'
import { refusalsOf } from '../consent/projection.ts'
import { addressesOf } from '../contact/commands.ts'
import { writeMessage } from '../conversation/commands.ts'
import { isWrittenAtAll } from '../conversation/queries.ts'
import { customerNow } from '../customerNow.ts'
import { clockAt } from '../delivery/quietHours.ts'
import { appointmentSubject, appointmentText, type Sender } from '../delivery/templates.ts'
import type { MessagingContext, MessagingStore } from '../store.ts'
import { planOf } from './plan.ts'
import { remindersAreOn } from './settings.ts'
import { isSkipped } from './skips.ts'

export type Reminding = { store: MessagingStore; sender?: Sender; clock: () => Date }

/**
 * Reminds of tomorrow's appointments. It looks at what is there and not at when it last ran: late, twice or in two
 * processes at once, each is reminded of once. Answers how many it looked at.
 */
export async function remindOfTomorrow({ store, clock, sender }: Reminding): Promise<number> {
  const now = clock()
  const today = dayInNewYork(now)
  if (now < clockAt(today, '09:00') || now >= clockAt(today, '21:00')) return 0
  const tomorrow = dayLater(today)
  const due = await visitsToRemindOf(
    store.pool,
    clockAt(tomorrow, '00:00'),
    clockAt(dayLater(tomorrow), '00:00'),
  )
  for (const id of due) {
    const metadata = { actor: 'messaging', requestId: `remind ${today}` }
    await commit(store, { metadata, now }, (ctx) => remind({ ...ctx, store, sender }, id))
  }
  return due.length
}

/** Writes one reminder, if it is its time and nobody has. */
export async function remind(ctx: MessagingContext, appointmentId: number): Promise<void> {
  const { db, now } = ctx
  // a reminder of the same appointment waits here until the first is written
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`reminder ${appointmentId}`}))`)
  const visit = await visitNow(db, appointmentId)
  if (!visit) return
  const causeId = `appointment-${appointmentId}@${visit.since}`
  if (await isWrittenAtAll(db, causeId)) return
  const customer = await customerNow({ db, keyring: ctx.store.keyring }, visit.customerId)
  const plan = planOf({
    visit,
    customer,
    refusals: await refusalsOf(
      db,
      customer?.id ?? visit.customerId,
      customer ? addressesOf(customer) : undefined,
    ),
    skipped: await isSkipped(db, appointmentId, visit.since),
    on: await remindersAreOn(db),
  })
  if (!customer || now < plan.from || now >= plan.until) return
  const content = appointmentText(customer.firstName, visit.startsAt, ctx.sender)
  const metadata = { ...ctx.metadata, ...(visit.demo && { demo: true }) }
  for (const channel of plan.channels)
    await writeMessage(
      { ...ctx, metadata },
      {
        ...{ customer, channel, content, causeId, boundTo: causeId, expiresAt: plan.until },
        ...{ subject: appointmentSubject, cause: 'appointment' },
      },
    )
}
