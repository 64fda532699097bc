import type { Subscription } from '@plumbline/platform/subscriptions'

export const startSendingSubscription = { name: 'startSending', version: 1, kind: 'reactor' } as const

/** Wakes the sending side for what other processes wrote; the ledger holds it already. */
export const startSending = (onCommitted: () => void): Subscription => ({
  ...startSendingSubscription,
  types: ['MessageWritten', 'MessageRetried'],
  apply: async () => {},
  onCommitted,
})
