import { bool, defineProjection, int, type RowOf } from '@plumbline/platform/projections'
import type { ConsentEvent } from '../events.ts'

const columns = { customerId: int, smsOptedOut: bool, emailOptedOut: bool, remindersOff: bool }

/** What the record of a customer has refused. */
export const consents = defineProjection<ConsentEvent>()({
  name: 'consents',
  version: 2,
  columns,
  key: ({ data }) => data.customerId,
  on: {
    ConsentChanged: (row, { data: { customerId, channel, optedOut } }) => ({
      ...(row ?? noRefusal(customerId)),
      ...(channel === 'sms' ? { smsOptedOut: optedOut } : { emailOptedOut: optedOut }),
    }),
    RemindersChanged: (row, { data: { customerId, wanted } }) => ({
      ...(row ?? noRefusal(customerId)),
      remindersOff: !wanted,
    }),
  },
})

const noRefusal = (customerId: number): RowOf<typeof columns> => ({
  customerId,
  smsOptedOut: false,
  emailOptedOut: false,
  remindersOff: false,
})
