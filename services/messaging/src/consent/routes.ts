import { route } from '@plumbline/platform/http'
import * as api from '../api.ts'
import { requireExistingCustomer } from '../customers.ts'
import { setConsent } from './commands.ts'
import { consentOf } from './queries.ts'

export const consentRoutes = [
  route(api.readConsent, async ({ db, params }) =>
    consentOf(db, await requireExistingCustomer(db, params.id)),
  ),
  route(api.changeConsent, async (call) => {
    const customer = await requireExistingCustomer(call.db, call.params.id)
    await setConsent(call, customer.id, call.body)
    return consentOf(call.db, customer)
  }),
]
