import {
  brandOn,
  clockOf,
  quoteRulesOn,
  readBusinessEvents,
  type Settings,
  setDescriptionOn,
  setPaymentOn,
} from '@plumbline/business/directory'
import type { Db } from '@plumbline/platform/db'
import { dayLater } from '@plumbline/platform/time'
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

/** What is set of the business now, as far as an invoice has it. */
export async function readTerms({ db, settings, now }: Now): Promise<{
  timeZone: string
  today: string
  /** When an invoice of today is due, unless it says another day. */
  dueDay: string
  letterhead: Letterhead | undefined
}> {
  const events = await readBusinessEvents(db)
  const { timeZone, today, settingsDay } = clockOf(events, now)
  const payment = setPaymentOn(events, settingsDay)
  return {
    timeZone,
    today,
    dueDay: dayLater(today, payment?.daysUntilDue ?? 0),
    letterhead: letterheadOf(
      { description: setDescriptionOn(events, settingsDay), payment, brand: brandOn(events, settingsDay) },
      settings,
    ),
  }
}

/** What makes an approval of a quote count now. */
export async function readQuoteRules(db: Db, now: Date): Promise<Settings['quotes']> {
  const events = await readBusinessEvents(db)
  return quoteRulesOn(events, clockOf(events, now).settingsDay)
}

type SetOfLetterhead = {
  description: ReturnType<typeof setDescriptionOn>
  payment: ReturnType<typeof setPaymentOn>
  brand: ReturnType<typeof brandOn>
}

/** Undefined when nothing is set. What an environment variable sets is not in it: that is printed as operators have it. */
function letterheadOf(
  { description, payment, brand: { logo, color } }: SetOfLetterhead,
  { lockedBy }: BillingSettings,
): Letterhead | undefined {
  const fields = printedFields.filter((field) => description[field] !== undefined && !lockedBy?.[field])
  if (fields.length === 0 && !payment && !logo && !color) return undefined
  return {
    ...Object.fromEntries(fields.map((field) => [field, description[field]])),
    ...(logo && { logo }),
    ...(color && { color }),
    ...(payment && {
      terms: [
        payment.terms,
        `We accept ${listed.format(payment.methods.map((method) => methodNames[method]))}.`,
      ],
    }),
  }
}
