import type { EventStore, Metadata } from '@plumbline/platform/event-store'
import type { MessageType } from './api.ts'
import type { ConsentChanged } from './events.ts'
import { hasOptedOut } from './projections/consents.ts'
import { recordsOf } from './projections/customers.ts'

type Surroundings = {
  store: Pick<EventStore, 'append'>
  db: Parameters<EventStore['append']>[0]
  metadata: Metadata
  now: Date
}

/** Whoever says no is not written to on that channel any more, under any of their records, until they say yes. */
export async function changeConsent(
  { store, db, metadata, now }: Surroundings,
  customerId: number,
  channel: MessageType,
  optedOut: boolean,
): Promise<void> {
  if ((await hasOptedOut(db, customerId, channel)) === optedOut) return
  for (const record of optedOut ? [customerId] : await recordsOf(db, customerId)) {
    const data = { customerId: record, channel, optedOut, changedAt: now.toISOString() }
    await store.append<ConsentChanged>(db, {
      stream: `consent-${record}`,
      expected: 'any',
      events: [{ type: 'ConsentChanged', data }],
      metadata,
    })
  }
}
