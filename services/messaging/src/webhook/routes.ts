import { rejection } from '@plumbline/platform/errors'
import { type Call, route } from '@plumbline/platform/http'
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import * as api from '../api.ts'
import { readSending } from '../senders/queries.ts'
import type { MessagingSettings } from '../settings.ts'
import { receiveSms } from './inbound.ts'
import { recordStatusCallback } from './status.ts'

type StatusCall = Call<typeof api.twilioStatus, MessagingSettings>
type InboundCall = Call<typeof api.twilioInbound, MessagingSettings>

/** Forms of the SMS provider, which signs them. */
export const webhookRoutes = [
  route(api.twilioStatus, async (call: StatusCall) => {
    await requireSignature(call)
    await recordStatusCallback(call, call.body, call.query.delivery)
    return undefined
  }),
  route(api.twilioInbound, async (call: InboundCall) => {
    await requireSignature(call)
    await receiveSms(call, call.body)
    return '<Response></Response>'
  }),
]

/** The provider signs the address that it calls and every field that it sends. */
async function requireSignature(call: StatusCall | InboundCall): Promise<void> {
  const { request, settings, log, metadata } = call
  const { publicUrl } = settings
  const { sms } = await readSending(call)
  // without a token anybody could sign
  if (!sms?.authToken) throw rejection('not-found', 'Not found.')
  const signature = request.get('x-twilio-signature')
  if (!signature) throw rejection('forbidden', 'This is not signed.')
  const url = `${publicUrl.replace(/\/$/, '')}${request.originalUrl}`
  if (validateRequest(sms.authToken, signature, url, request.body ?? {})) return
  log.warn({ requestId: metadata.requestId, path: request.path }, 'webhook with a wrong signature')
  throw rejection('forbidden', 'This is not signed.')
}
