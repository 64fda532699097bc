import { type Db, run } from '@plumbline/platform/db'
import { defineProjection } from '@plumbline/platform/event-store'
import type { MessageType } from '../api.ts'
import type { ConsentChanged } from '../events.ts'
import { recordsOf } from './customers.ts'

type ConsentRow = { customerId: number; smsOptedOut: boolean; emailOptedOut: boolean }

/** Who does not want to hear from us, and on which channel. */
export const consents = defineProjection<ConsentChanged, ConsentRow>({
  name: 'consents',
  version: 1,
  columns: { customerId: 'integer', smsOptedOut: 'boolean', emailOptedOut: 'boolean' },
  types: ['ConsentChanged'],
  scope: 'stream',
  keys: (event) => [event.data.customerId],
  evolve: (row, { data }) => ({
    ...(row ?? { customerId: data.customerId, smsOptedOut: false, emailOptedOut: false }),
    ...(data.channel === 'sms' ? { smsOptedOut: data.optedOut } : { emailOptedOut: data.optedOut }),
  }),
})

/** Whether this customer, under any of their records, has said no. */
export async function hasOptedOut(db: Db, customerId: number, channel: MessageType): Promise<boolean> {
  const rows = await run<{ sms: boolean; email: boolean }>(db, {
    text: 'SELECT sms_opted_out AS sms, email_opted_out AS email FROM consents WHERE customer_id = ANY($1)',
    values: [await recordsOf(db, customerId)],
  })
  return rows.some((row) => row[channel])
}
