import { type Db, run } from '@plumbline/platform/db'
import { defineProjection } from '@plumbline/platform/projections'
import type { MessageType } from '../api.ts'
import { recordsFrom } from '../customers.ts'
import type { ConsentEvent } from '../events.ts'

type ConsentRow = {
  customerId: number
  smsOptedOut: boolean
  emailOptedOut: boolean
  remindersOff: boolean
}

/** Who does not want to hear from us, and on which channel or of what. */
export const consents = defineProjection<ConsentEvent, ConsentRow>({
  name: 'consents',
  version: 2,
  columns: {
    customerId: 'integer',
    smsOptedOut: 'boolean',
    emailOptedOut: 'boolean',
    remindersOff: 'boolean',
  },
  types: ['ConsentChanged', 'RemindersChanged'],
  partitionBy: 'stream',
  keys: (event) => [event.data.customerId],
  evolve: (row, { type, data }) => {
    const before = row ?? { ...nothingSaid, customerId: data.customerId }
    switch (type) {
      case 'ConsentChanged':
        return data.channel === 'sms'
          ? { ...before, smsOptedOut: data.optedOut }
          : { ...before, emailOptedOut: data.optedOut }
      case 'RemindersChanged':
        return { ...before, remindersOff: !data.wanted }
    }
  },
})

const nothingSaid = { smsOptedOut: false, emailOptedOut: false, remindersOff: false }

/** To what somebody has said no. */
export type Refusals = Record<MessageType | 'reminders', boolean>

const noAddresses = { sms: null, email: null }

/** To what this customer, under any of their records, has said no, or the number and address that they have. */
export async function refusalsOf(
  db: Db,
  customerId: number,
  addresses: Record<MessageType, string | null> = noAddresses,
): Promise<Refusals> {
  const [row] = await run<Refusals>(db, {
    name: 'refusals-of',
    text: `WITH RECURSIVE ${recordsFrom('SELECT $1::integer AS id')}
      SELECT coalesce(bool_or(sms_opted_out), false)
          OR EXISTS (SELECT 1 FROM contacts WHERE channel = 'sms' AND address = $2 AND opted_out) AS sms,
        coalesce(bool_or(email_opted_out), false)
          OR EXISTS (SELECT 1 FROM contacts WHERE channel = 'email' AND address = $3 AND opted_out) AS email,
        coalesce(bool_or(reminders_off), false) AS reminders
      FROM consents WHERE customer_id = ANY(ARRAY(SELECT id FROM records))`,
    values: [customerId, addresses.sms, addresses.email],
  })
  return row as Refusals
}
