import type { Reactor } from '@plumbline/platform/service'

/** Wakes the outbox relay for messages that other processes wrote; their deliveries are in the ledger already. */
export const startSending: Reactor = {
  name: 'startSending',
  version: 1,
  types: ['MessageWritten', 'MessageRetried'],
  react: async () => {},
}
