import type { CustomerEvent } from '@plumbline/crm/events'
import type { Db } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { readStream } from '@plumbline/platform/event-store'
import { type CustomerRow, customers } from './customers.ts'

type Tools = { db: Db; keyring: Keyring }

/** From the log itself: the read model may not have come as far as a reader of the log. */
export async function customerNow({ db, keyring }: Tools, id: number): Promise<CustomerRow | null> {
  const history = await readStream<CustomerEvent>(db, `customer-${id}`, { keyring })
  const row = history
    .filter(isFollowed)
    .reduce<CustomerRow | null>((row, event) => customers.evolve(row, event, id), null)
  return row?.mergedInto ? customerNow({ db, keyring }, row.mergedInto) : row
}

type Followed = Parameters<typeof customers.evolve>[1]
const isFollowed = (event: { type: string }): event is Followed =>
  (customers.types as readonly string[]).includes(event.type)
