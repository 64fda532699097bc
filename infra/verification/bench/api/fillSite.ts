import { personal as crmPersonal } from '@plumbline/crm/events'
import { personal as messagingPersonal } from '@plumbline/messaging/events'
import type { Pool } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { rebuildProjection } from '@plumbline/platform/projections'
import { personal as schedulingPersonal } from '@plumbline/scheduling/events'
import { rebuildTargets } from '../../../processes/stores/rebuildTargets.ts'
import { fillLog } from '../fill.ts'
import { createPlainTables } from './plain/schema.ts'
import {
  appointmentEvents,
  billingEvents,
  customerEvents,
  leadEvents,
  messageEvents,
  type Records,
} from './records.ts'

// the machine measures with two cores: one folds events while the database sorts those of the other
const concurrentRebuilds = 2

/** Fills the product's log and read models and the plain application's tables with the same records. */
export async function fillSite(pool: Pool, records: Records, keyring: Keyring): Promise<void> {
  const keys = new Map<string, string>()
  const fill = (events: Parameters<typeof fillLog>[1], personal: Parameters<typeof fillLog>[2]['personal']) =>
    fillLog(pool, events, { keyring, personal, keys })
  await fill(customerEvents(records), crmPersonal)
  await fill(appointmentEvents(records), schedulingPersonal)
  await fill(leadEvents(records), crmPersonal)
  await fill(billingEvents(records), {})
  await fill(messageEvents(records), messagingPersonal)
  // one after the other within a schema, because each rebuild creates a schema beside it
  const schemas = [...Map.groupBy(rebuildTargets, (it) => it.schema).values()]
  await Promise.all(
    Array.from({ length: concurrentRebuilds }, async () => {
      for (let targets = schemas.shift(); targets; targets = schemas.shift())
        for (const target of targets) await rebuildProjection(target, { pool, keyring })
    }),
  )
  // reactors only act on what happens from now on
  await pool.query(`UPDATE es.subscriptions SET position = (SELECT max(position) FROM es.events)
    WHERE kind = 'reactor'`)
  await pool.query(`INSERT INTO messaging.deliveries
      (id, channel, status, attempt, about, content, message_id, cause, provider_id, created_at, updated_at)
    SELECT gen_random_uuid(), type, 'sent', 1, 'customer-' || customer_id, '{}', id, cause, provider_id, created_at, created_at
    FROM messaging.messages WHERE direction = 'outbound'`)
  for (const [sequence, table] of Object.entries(sequences))
    await pool.query(`SELECT setval('${sequence}', (SELECT max(id) FROM ${table}))`)
  await pool.query('ANALYZE messaging.deliveries')
  await createPlainTables(pool, records)
}

const sequences = {
  'crm.customer_id': 'crm.customers',
  'crm.lead_id': 'crm.leads',
  'scheduling.appointment_id': 'scheduling.appointments',
  'billing.invoice_id': 'billing.invoices',
  'messaging.message_id': 'messaging.messages',
}
