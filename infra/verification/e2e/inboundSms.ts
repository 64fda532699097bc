import { createHmac } from 'node:crypto'
import { expect } from 'vitest'

const authToken = 'for the tests alone'

/** An SMS provider that signs what it sends to the product, and that nothing can be sent to. */
export const smsProviderEnv = {
  TWILIO_AUTH_TOKEN: authToken,
  TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
  TWILIO_FROM: '+19195550000',
  TWILIO_BASE_URL: 'http://127.0.0.1:9',
}

let count = 0

/** An SMS arrives at the product, signed over address and words as the provider does. */
export async function receiveSms(productUrl: string, from: string, text: string): Promise<void> {
  const path = '/api/webhooks/twilio/inbound'
  const form = { Body: text, From: from, MessageSid: `SM${String(++count).padStart(32, '0')}` }
  const signed = Object.entries(form).reduce((all, [name, value]) => all + name + value, productUrl + path)
  const answer = await fetch(productUrl + path, {
    method: 'POST',
    headers: { 'x-twilio-signature': createHmac('sha1', authToken).update(signed).digest('base64') },
    body: new URLSearchParams(form),
  })
  expect(answer.status).toBe(200)
}
