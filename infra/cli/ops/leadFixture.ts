import { type TestDatabase, testKeyring } from '@plumbline/platform/testing'
import { attachServices, type CommandsOf } from '../../processes/roles/attachServices.ts'

export const seeded = 14

/** Stores leads as visitors would. */
export async function receiveLeads(
  { url, log }: TestDatabase,
  leads: readonly { form: LeadForm; now: Date }[],
): Promise<void> {
  const services = attachServices({ url, name: 'test', keyring: testKeyring, log })
  const crm = await services.commandsOf('crm')
  for (const { form, now } of leads)
    await crm.receiveLead({ metadata: { actor: 'visitor', requestId: 'r' }, now }, form)
  await services.close()
}
type LeadForm = Parameters<CommandsOf<'crm'>['receiveLead']>[1]

/** A small log to export, back up and erase from: fourteen leads, each a person of their own. */
export const seedLeads = (database: TestDatabase): Promise<void> =>
  receiveLeads(
    database,
    Array.from({ length: seeded }, (_, index) => ({
      form: {
        firstName: `First ${index + 1}`,
        lastName: 'Lead',
        email: `lead-${index + 1}@example.test`,
        phone: `555 555 01${String(index + 1).padStart(2, '0')}`,
        projectDescription: 'A tab\there, a "quote", a \\ and an ü',
      },
      now: new Date(Date.UTC(2026, 10, index + 1, 15)),
    })),
  )
