import { type Db, run } from '@plumbline/platform/db'
import { clockAt, dayIn, dayLater } from '@plumbline/platform/time'
import type { PlannedReminder } from '../api.ts'
import type { Appointment } from '../appointments.ts'
import { type Customer, customers } from '../customers.ts'
import type { Hold } from '../events.ts'
import { appointmentReminderText, type Writer } from '../texts/templates.ts'
import { planReminder, type ReminderHours } from './plan.ts'
import { remindersAreOn } from './settings.ts'

/** Appointments that begin in a span of time and have no reminder yet. */
export const appointmentsToRemind = async (db: Db, from: Date, to: Date): Promise<number[]> =>
  (
    await run<{ id: number }>(db, {
      name: 'appointments-to-remind',
      text: `SELECT id FROM appointments a WHERE status = 'scheduled' AND starts_at >= $1 AND starts_at < $2 AND NOT EXISTS (
          SELECT 1 FROM messages WHERE cause_id = 'appointment-' || a.id || '@' || a.agreed_version)
        ORDER BY starts_at, id`,
      values: [from, to],
    })
  ).map((row) => row.id)

/** How the business writes, and when. */
type PunctualWriter = Writer & ReminderHours

const plannedDays = 7

type Row = Pick<
  Appointment,
  'id' | 'customerId' | 'startsAt' | 'arrivalWindowMinutes' | 'anytime' | 'agreedAt'
> &
  Pick<Customer, 'firstName' | 'email' | 'smsNumber' | 'name'> & {
    hasCustomer: boolean
    smsRefused: boolean
    smsHold: Hold | null
    emailRefused: boolean
    remindersRefused: boolean
    isSkipped: boolean
    written: boolean
  }

/** The reminders of the coming appointments, soonest first: those of tomorrow are sent today. */
export async function plannedReminders(
  db: Db,
  now: Date,
  sender: PunctualWriter,
): Promise<PlannedReminder[]> {
  const { timeZone } = sender
  const today = dayIn(timeZone, now)
  const reading = run<Row>(db, {
    name: 'planned-reminders',
    text: `SELECT a.id, coalesce(c.id, a.customer_id) AS "customerId", a.starts_at AS "startsAt",
        a.arrival_window_minutes AS "arrivalWindowMinutes", a.anytime, a.agreed_at AS "agreedAt",
        c.id IS NOT NULL AS "hasCustomer", c.name, c.first_name AS "firstName", c.email, c.sms_number AS "smsNumber",
        coalesce(refused.sms, false) OR EXISTS (
          SELECT 1 FROM contacts k WHERE k.channel = 'sms' AND k.address = c.sms_number AND k.opted_out) AS "smsRefused",
        (SELECT hold FROM contacts k WHERE k.channel = 'sms' AND k.address = c.sms_number AND k.hold IS NOT NULL LIMIT 1)
          AS "smsHold",
        coalesce(refused.email, false) OR EXISTS (
          SELECT 1 FROM contacts k WHERE k.channel = 'email' AND k.address = lower(trim(c.email)) AND k.opted_out)
          AS "emailRefused",
        coalesce(refused.reminders, false) AS "remindersRefused",
        EXISTS (SELECT 1 FROM reminder_skips s WHERE s.appointment_id = a.id AND s.since = a.agreed_version AND s.skip)
          AS "isSkipped",
        EXISTS (SELECT 1 FROM messages m WHERE m.cause_id = 'appointment-' || a.id || '@' || a.agreed_version) AS written
      FROM appointments a ${customers.join('a.customer_id')}
      LEFT JOIN LATERAL (
        SELECT bool_or(sms_opted_out) AS sms, bool_or(email_opted_out) AS email, bool_or(reminders_off) AS reminders
        FROM consents WHERE customer_id = ANY(${customers.recordIds('c.id')})) refused ON true
      WHERE a.status = 'scheduled' AND a.starts_at >= $1 AND a.starts_at < $2 ORDER BY a.starts_at, a.id`,
    values: [
      clockAt(timeZone, dayLater(today), '00:00'),
      clockAt(timeZone, dayLater(today, plannedDays + 1), '00:00'),
    ],
  })
  const [rows, remindersOn] = await Promise.all([reading, remindersAreOn(db)])
  return rows
    .map((row) => toPlannedReminder(row, remindersOn, sender))
    .sort((a, b) => (a.goesOutAt < b.goesOutAt ? -1 : 1))
}

function toPlannedReminder(row: Row, remindersOn: boolean, sender: PunctualWriter): PlannedReminder {
  const { from, channels, without, reason } = planReminder({
    hours: sender,
    appointment: { ...row, status: 'scheduled' },
    customer: row.hasCustomer ? row : null,
    refusals: {
      sms: row.smsRefused,
      email: row.emailRefused,
      reminders: row.remindersRefused,
      smsHold: row.smsHold,
    },
    isSkipped: row.isSkipped,
    remindersOn,
  })
  return {
    appointmentId: row.id,
    customerId: row.customerId,
    customerName: row.name,
    startsAt: row.startsAt,
    goesOutAt: from.toISOString(),
    channels,
    without,
    reason,
    skipped: row.isSkipped,
    written: row.written,
    content: appointmentReminderText(channels[0] ?? 'sms', row.firstName ?? 'there', row, sender).content,
  }
}
