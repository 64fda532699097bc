import { createBilling } from '@plumbline/billing/service'
import { createCrm } from '@plumbline/crm/service'
import { createMessaging } from '@plumbline/messaging/service'
import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import type { Log } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import { createInProcessNotifier, processBatch } from '@plumbline/platform/subscriptions'
import { createScheduling } from '@plumbline/scheduling/service'
import { generateKeyPair } from 'jose'
import { followers } from '../readers.ts'
import { demoSteps } from './story.ts'
import { type TalkingCustomer, talkSteps } from './talks.ts'
import { type KnownCustomer, workSteps } from './work.ts'

/** Fills an empty store by real commands at past times. False: there is something in it already. */
export async function seedDemo(url: string, keyring: Keyring, log: Log, now = new Date()): Promise<boolean> {
  const pools = new Map<string, Pool>()
  const poolOf = (schema: string): Pool => {
    const pool =
      pools.get(schema) ??
      createPool({ url, name: 'plumbline-demo', log, role: roleOf(schema), schema, max: 2 })
    pools.set(schema, pool)
    return pool
  }
  try {
    const crmPool = poolOf('crm')
    if ((await run(crmPool, sql`SELECT 1 FROM es.events LIMIT 1`)).length > 0) return false
    const { publicKey: identityKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
    const shared = { keyring, notifier: createInProcessNotifier(), identityKey, limitScale: 1 }
    const business = { name: '', phone: '', email: '' }
    const crm = createCrm({ pool: crmPool, ...shared })
    for (const { at, run: act } of demoSteps(crm, now)) await act(at)
    await follow(poolOf, keyring)
    const services = {
      scheduling: createScheduling({ pool: poolOf('scheduling'), ...shared }),
      billing: createBilling({ pool: poolOf('billing'), business, ...shared }),
    }
    const customers = await run<KnownCustomer>(
      crmPool,
      sql`SELECT id, status, created_at AS "createdAt" FROM customers ORDER BY id`,
    )
    let overdueUntil = ''
    for (const { at, run: act } of workSteps(services, customers, now)) {
      // what the clock does at midnight
      const day = at.toISOString().slice(0, 10)
      if (day !== overdueUntil) await services.billing.markOverdue(at)
      overdueUntil = day
      await act(at)
    }
    await services.billing.markOverdue(now)
    const messaging = createMessaging({
      ...{ pool: poolOf('messaging'), channels: {}, publicUrl: '', log, ...shared },
      business: { product: '', name: '', phone: '' },
    })
    const people = await run<TalkingCustomer>(
      poolOf('messaging'),
      sql`SELECT id, first_name AS "firstName", email, dialable FROM customers WHERE id = ANY(${customers
        .filter(({ status }) => status === 'active')
        .map(({ id }) => id)}::int[]) ORDER BY id`,
    )
    for (const { at, run: act } of talkSteps(messaging, people, now)) await act(at)
    await follow(poolOf, keyring)
    return true
  } finally {
    await Promise.all([...pools.values()].map((pool) => pool.end()))
  }
}

/** Lets the read models of others' events come up to date. */
async function follow(poolOf: (schema: string) => Pool, keyring: Keyring): Promise<void> {
  for (const { schema, subscription } of followers)
    while ((await processBatch(poolOf(schema), subscription, { keyring })) === 'more') {}
}
