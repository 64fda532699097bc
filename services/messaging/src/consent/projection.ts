import { defineProjection } from '@plumbline/platform/projections'
import type { ConsentEvent } from '../events.ts'

type ConsentRow = {
  customerId: number
  smsOptedOut: boolean
  emailOptedOut: boolean
  remindersOff: boolean
}

/** What the record of a customer has refused. */
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
    const before = row ?? { ...noRefusal, customerId: data.customerId }
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

const noRefusal = { smsOptedOut: false, emailOptedOut: false, remindersOff: false }
