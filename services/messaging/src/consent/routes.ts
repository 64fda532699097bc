import type { Db } from '@plumbline/platform/db'
import { route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { type Customer, requireExistingCustomer } from '../customers.ts'
import { requireVisible } from '../visibility.ts'
import { setConsent } from './commands.ts'
import { consentOf } from './queries.ts'
import { whyBlocked } from './whyBlocked.ts'

export const consentRoutes = [
  route(api.readConsent, async (call) => {
    await requireVisible(call, call.params.id)
    return answerConsent(call.db, await requireExistingCustomer(call.db, call.params.id))
  }),
  route(api.changeConsent, async (call) =>
    answerConsent(call.db, await setConsent(call, call.params.id, call.body)),
  ),
]

async function answerConsent(db: Db, customer: Customer): Promise<api.Consent> {
  const consent = await consentOf(db, customer)
  const refusals = {
    sms: !consent.sms,
    email: !consent.email,
    reminders: !consent.reminders,
    smsHold: consent.smsHold ?? null,
  }
  const blockedFor = (cause: string) => ({
    sms: whyBlocked(customer, 'sms', refusals, cause),
    email: whyBlocked(customer, 'email', refusals, cause),
  })
  return { ...consent, blocked: blockedFor('staff'), blockedAutomatic: blockedFor('payment-reminder') }
}
