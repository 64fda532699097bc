import { personal as ofCustomers } from '@plumbline/crm/events'
import { createPool, inTransaction, type Pool } from '@plumbline/platform/db'
import { createKeyring } from '@plumbline/platform/encryption'
import { append, type DomainEvent } from '@plumbline/platform/event-store'
import { createPgNotifier } from '@plumbline/platform/subscriptions'
import type { Site } from './deliverySite.ts'

// news of today: a cancellation that is a day old is no longer sent
const at = new Date().toISOString()
export const numberOf = (id: number) => `+1919${String(2_000_000 + id)}`
export const addressOf = (id: number) => `person${id}@example.test`

/** Appends what other services would, and reads what became of it. */
export function createPeople({ url, masterKey, log }: Pick<Site, 'url' | 'masterKey' | 'log'>) {
  const pool: Pool = createPool({ url, name: 'bench', log, max: 8 })
  const notifier = createPgNotifier(pool, log)
  const keyring = createKeyring(Buffer.from(masterKey, 'base64'))
  const metadata = { actor: 'user-1', requestId: 'bench' }
  const appendEvent = async (stream: string, event: DomainEvent) => {
    await inTransaction(pool, (tx) =>
      append(
        tx,
        { stream, metadata, events: [event], expectedVersion: 'any' },
        { personal: ofCustomers, keyring },
      ),
    )
    notifier.notify({ types: [event.type] })
  }
  return {
    pool,
    keyring,
    notifier,
    register: (id: number) =>
      appendEvent(`customer-${id}`, {
        type: 'CustomerRegistered',
        data: {
          ...{ customerId: id, firstName: 'Ann', lastName: `Lee ${id}`, email: addressOf(id) },
          ...{ phone: numberOf(id), address: null, notes: null, status: 'active', source: 'direct' },
          registeredAt: at,
        },
      }),
    cancel: (id: number) =>
      appendEvent(`appointment-${id}`, {
        type: 'AppointmentCancelled',
        data: { appointmentId: id, customerId: id, startsAt: at, notify: true, cancelledAt: at },
      }),
  }
}
export type People = ReturnType<typeof createPeople>

/** Runs `work` for 1 to `count`, `concurrency` of them at a time. */
export async function forEach(count: number, concurrency: number, work: (id: number) => Promise<unknown>) {
  let next = 1
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (next <= count) await work(next++)
    }),
  )
}
