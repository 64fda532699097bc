import { createCrm } from '@plumbline/crm/service'
import { createInProcessNotifier } from '@plumbline/platform/subscriptions'
import { type TestDatabase, testKeyring } from '@plumbline/platform/testing'

export const seeded = 14

/** A small log to export, back up and erase from: fourteen leads, each a person of their own. */
export async function seedLeads(database: TestDatabase): Promise<void> {
  const crm = createCrm({
    pool: database.pool({ role: 'plumbline_crm', schema: 'crm' }),
    keyring: testKeyring,
    notifier: createInProcessNotifier(),
    identityKey: {} as never,
    limitScale: 1,
  })
  for (let n = 1; n <= seeded; n++) {
    const form = {
      firstName: `First ${n}`,
      lastName: 'Lead',
      email: `lead-${n}@example.test`,
      phone: `555 555 01${String(n).padStart(2, '0')}`,
      projectDescription: 'A tab\there, a "quote", a \\ and an ü',
    }
    const now = new Date(Date.UTC(2026, 10, n, 15))
    await crm.receiveLead(form, { actor: 'visitor', requestId: 'r' }, now)
  }
}
