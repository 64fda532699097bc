import { readBusinessEvents, setDescriptionOn, setPaymentOn } from '@plumbline/business/directory'
import type { Db } from '@plumbline/platform/db'
import { dayIn, dayLater, timeZone } from '@plumbline/platform/time'
import type { Letterhead, PaymentMethod } from './events.ts'
import type { BillingSettings } from './settings.ts'

const printedFields = ['name', 'address', 'phone', 'email', 'website', 'license'] as const

const methodNames: Record<PaymentMethod, string> = {
  cash: 'cash',
  zelle: 'Zelle',
  cashapp: 'CashApp',
  venmo: 'Venmo',
  credit_card: 'major credit cards',
}
// without a comma before the last one
const listed = new Intl.ListFormat('en-GB')

type Now = { db: Db; settings: BillingSettings; now: Date }

/**
 * What is set today of the letterhead; undefined when nothing is. What an environment variable sets is not in it: that is
 * printed as operators have it.
 */
export async function readLetterhead({ db, settings, now }: Now): Promise<Letterhead | undefined> {
  const events = await readBusinessEvents(db)
  const today = dayIn(timeZone, now)
  const set = setDescriptionOn(events, today)
  const fields = printedFields.filter((field) => set[field] !== undefined && !settings.lockedBy?.[field])
  const payment = setPaymentOn(events, today)
  if (fields.length === 0 && !payment) return undefined
  return {
    ...Object.fromEntries(fields.map((field) => [field, set[field]])),
    ...(payment && {
      terms: [
        payment.terms,
        `We accept ${listed.format(payment.methods.map((method) => methodNames[method]))}.`,
      ],
    }),
  }
}

/** When an invoice of today is due, unless it says another day. */
export async function readDueDay({ db, now }: Pick<Now, 'db' | 'now'>): Promise<string> {
  const today = dayIn(timeZone, now)
  return dayLater(today, setPaymentOn(await readBusinessEvents(db), today)?.daysUntilDue ?? 0)
}
