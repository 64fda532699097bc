import { createCrm } from '@plumbline/crm/service'
import { createPool, run, sql } from '@plumbline/platform/db'
import { createLocalWake } from '@plumbline/platform/event-store'
import type { Log } from '@plumbline/platform/log'
import { roleOf } from '@plumbline/platform/migrate'
import { generateKeyPair } from 'jose'
import { demoLeads } from './leads.ts'

const hourMs = 3_600_000
const metadata = { actor: 'demo', requestId: 'demo', demo: true }

/** Fills an empty store by real commands at past times. False: there is something in it already. */
export async function seedDemo(url: string, log: Log, now = new Date()): Promise<boolean> {
  const pool = createPool({ url, name: 'plumbline-demo', log, role: roleOf('crm'), schema: 'crm', max: 2 })
  try {
    if ((await run(pool, sql`SELECT 1 FROM es.events LIMIT 1`)).length > 0) return false
    const { publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
    const crm = createCrm({ pool, wake: createLocalWake(), identityKey: publicKey, limitScale: 1 })
    for (const { hoursAgo, ...form } of demoLeads.toReversed()) {
      const email = `${form.firstName}.${form.lastName}@example.com`.toLowerCase()
      await crm.receiveLead({ ...form, email }, metadata, new Date(now.getTime() - hoursAgo * hourMs))
    }
    return true
  } finally {
    await pool.end()
  }
}
