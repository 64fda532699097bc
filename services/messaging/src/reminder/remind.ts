import { sql } from '@plumbline/platform/db'
import { commitEach, type ServiceTimer, type TimerContext } from '@plumbline/platform/service'
import { clockAt, dayLater } from '@plumbline/platform/time'
import { loadAppointmentFromLog } from '../appointments.ts'
import { refusalsOf } from '../consent/queries.ts'
import { writeMessage } from '../conversation/commands.ts'
import { isWritten } from '../conversation/queries.ts'
import { addressesOf, loadCustomerFromLog } from '../customers.ts'
import { readMessageHours } from '../messageHours.ts'
import { readSender } from '../sender.ts'
import type { MessagingContext, MessagingSettings } from '../settings.ts'
import { appointmentReminderText } from '../texts/templates.ts'
import { planReminder } from './plan.ts'
import { appointmentsToRemind } from './queries.ts'
import { remindersAreOn } from './settings.ts'
import { isReminderSkipped } from './skips.ts'

export const remindOfAppointments: ServiceTimer<MessagingSettings> = {
  name: 'remindOfAppointments',
  cron: '* * * * *',
  run: async (service) => {
    if ((await remindOfTomorrow(service)) > 0) service.wakeWorker()
  },
}

/**
 * Writes the reminders of tomorrow's appointments that are due. It depends on what is stored and not on when it last ran:
 * late, twice or in two processes at once, it writes each reminder once. Answers how many appointments it looked at.
 */
export async function remindOfTomorrow(service: TimerContext<MessagingSettings>): Promise<number> {
  const { store, now } = service
  const { timeZone, today, remindAt, quietFrom } = await readMessageHours(store.pool, now)
  if (now < clockAt(timeZone, today, remindAt) || now >= clockAt(timeZone, today, quietFrom)) return 0
  const tomorrow = dayLater(today)
  const ids = await appointmentsToRemind(
    store.pool,
    clockAt(timeZone, tomorrow, '00:00'),
    clockAt(timeZone, dayLater(tomorrow), '00:00'),
  )
  const origin = { metadata: { actor: 'messaging', requestId: `remind ${today}` }, now }
  await commitEach(store, origin, ids, (ctx, id) => remind({ ...service, ...ctx }, id))
  return ids.length
}

/** Writes one reminder, if it is due and not written yet. */
async function remind(ctx: MessagingContext, appointmentId: number): Promise<void> {
  const { db, now } = ctx
  // a concurrent reminder of the same appointment waits here
  await db.query(sql`SELECT pg_advisory_xact_lock(hashtext(${`reminder ${appointmentId}`}))`)
  const appointment = await loadAppointmentFromLog(db, appointmentId)
  if (!appointment) return
  const { agreedVersion, customerId, startsAt, demo } = appointment
  const version = `appointment-${appointmentId}@${agreedVersion}`
  if (await isWritten(db, version)) return
  const customer = await loadCustomerFromLog(ctx, customerId)
  const sender = await readSender(ctx)
  const plan = planReminder({
    hours: sender,
    appointment,
    customer,
    refusals: await refusalsOf(
      db,
      [customer?.id ?? customerId],
      customer ? addressesOf(customer) : undefined,
    ),
    isSkipped: await isReminderSkipped(db, appointmentId, agreedVersion),
    remindersOn: await remindersAreOn(db),
  })
  if (!customer || now < plan.from || now >= plan.until) return
  const metadata = { ...ctx.metadata, ...(demo && { demo }) }
  const message = {
    customer,
    cause: 'appointment-reminder' as const,
    causeId: version,
    validForVersion: version,
    // a version that was lost may have been about another time
    origin: `${version} ${startsAt}`,
    expiresAt: plan.until,
  }
  for (const channel of plan.channels) {
    const text = appointmentReminderText(channel, customer.firstName, appointment, sender)
    await writeMessage({ ...ctx, metadata }, { ...message, ...text, channel })
  }
}
