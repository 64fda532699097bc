import { type Db, run } from '@plumbline/platform/db'
import { dayInNewYork, dayLater } from '@plumbline/platform/time'
import type { PlannedReminder } from '../api.ts'
import type { VisitRow } from '../appointments.ts'
import type { Refusals } from '../consent/projection.ts'
import { type CustomerRow, recordsFrom, survivorOf } from '../customers.ts'
import { clockAt } from '../delivery/quietHours.ts'
import { appointmentText, type Sender } from '../delivery/templates.ts'
import { planOf } from './plan.ts'
import { remindersAreOn } from './settings.ts'

const days = 7

type Row = Omit<VisitRow, 'isOn' | 'demo'> & {
  [What in keyof Refusals as `no${Capitalize<What>}`]: boolean
} & Pick<CustomerRow, 'firstName' | 'email' | 'dialable' | 'name'> & {
    isKnown: boolean
    skipped: boolean
    written: boolean
  }

/** The reminders of the coming appointments, soonest first: those of tomorrow's go out today. */
export async function plannedReminders(db: Db, now: Date, sender?: Sender): Promise<PlannedReminder[]> {
  const today = dayInNewYork(now)
  const asked = run<Row>(db, {
    name: 'planned-reminders',
    text: `SELECT v.id, survivor.id AS "customerId", v.starts_at AS "startsAt", v.since,
        v.agreed_at AS "agreedAt", c.id IS NOT NULL AS "isKnown", c.name, c.first_name AS "firstName", c.email, c.dialable,
        coalesce(n.sms, false) OR EXISTS (
          SELECT 1 FROM contacts k WHERE k.channel = 'sms' AND k.address = c.dialable AND k.opted_out) AS "noSms",
        coalesce(n.email, false) OR EXISTS (
          SELECT 1 FROM contacts k WHERE k.channel = 'email' AND k.address = lower(trim(c.email)) AND k.opted_out) AS "noEmail",
        coalesce(n.reminders, false) AS "noReminders",
        EXISTS (SELECT 1 FROM reminder_skips s WHERE s.appointment_id = v.id AND s.since = v.since AND s.skip) AS skipped,
        EXISTS (SELECT 1 FROM messages m WHERE m.cause_id = 'appointment-' || v.id || '@' || v.since) AS written
      FROM visits v LEFT JOIN customers record ON record.id = v.customer_id
      CROSS JOIN LATERAL (SELECT coalesce(${survivorOf('record')}, v.customer_id) AS id) survivor
      LEFT JOIN customers c ON c.id = survivor.id
      LEFT JOIN LATERAL (
        WITH RECURSIVE ${recordsFrom('SELECT survivor.id')}
        SELECT bool_or(sms_opted_out) AS sms, bool_or(email_opted_out) AS email, bool_or(reminders_off) AS reminders
        FROM consents WHERE customer_id = ANY(ARRAY(SELECT id FROM records))) n ON true
      WHERE v.is_on AND v.starts_at >= $1 AND v.starts_at < $2 ORDER BY v.starts_at, v.id`,
    values: [clockAt(dayLater(today), '00:00'), clockAt(dayLater(today, days + 1), '00:00')],
  })
  const [rows, on] = await Promise.all([asked, remindersAreOn(db)])
  return rows.map((row) => shown(row, on, sender)).sort((a, b) => (a.goesOutAt < b.goesOutAt ? -1 : 1))
}

function shown(row: Row, on: boolean, sender?: Sender): PlannedReminder {
  const { id, customerId, startsAt, skipped, written, isKnown, firstName } = row
  const { from, channels, without, reason } = planOf({
    visit: { ...row, isOn: true, demo: false },
    customer: isKnown ? row : null,
    refusals: { sms: row.noSms, email: row.noEmail, reminders: row.noReminders },
    ...{ skipped, on },
  })
  return {
    appointmentId: id,
    ...{ customerId, startsAt, channels, without, reason, skipped, written },
    customerName: row.name,
    goesOutAt: from.toISOString(),
    content: appointmentText(firstName ?? 'there', startsAt, sender),
  }
}
