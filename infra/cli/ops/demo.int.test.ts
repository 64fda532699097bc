import { migrateQueues } from '@plumbline/platform/jobs'
import { createTestDatabase, testKeyring } from '@plumbline/platform/testing'
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest'
import { demoOrigin } from '../../demo/timeline.ts'
import { readConfig } from '../../processes/config.ts'
import { type AttachedServices, attachServices, operator } from '../../processes/roles/attachServices.ts'
import { owners } from '../../processes/stores/schemas.ts'
import type { Context } from './command.ts'
import { removeDemo } from './demo.ts'

const now = new Date('2026-11-21T15:00:00Z')
const rosa = {
  firstName: 'Rosa',
  lastName: 'Lindqvist',
  email: 'rosa@customer.test',
  phone: '(919) 444-0101',
  source: 'phone',
}

let database: Awaited<ReturnType<typeof createTestDatabase>>
let services: AttachedServices
let context: Context
const printed = vi.spyOn(console, 'log').mockImplementation(() => {})
beforeEach(async () => {
  database = await createTestDatabase(owners)
  const pool = database.pool({ max: 4, longRunning: true })
  await migrateQueues(pool)
  services = attachServices({ url: database.url, name: 'test', keyring: testKeyring, log: database.log })
  const { business, lockedBy, backups } = readConfig({})
  context = {
    ...{ pool, databaseUrl: database.url, isEmbedded: false, redisUrl: inject('redisUrl'), json: false },
    ...{ business, lockedBy, backups, log: database.log, fingerprint: undefined },
    keyring: async () => testKeyring,
  }
  const crm = await services.commandsOf('crm')
  await crm.registerCustomer(demoOrigin(now), { ...rosa, firstName: 'Margaret', lastName: 'Holloway' })
  printed.mockClear()
})
afterEach(async () => {
  await services.close()
  await database.drop()
})

const remove = (options: { name?: string; 'with-own-work'?: boolean }) =>
  removeDemo.run(context, [], { 'with-own-work': false, ...options } as Parameters<typeof removeDemo.run>[2])
const name = 'plumbline home services'

it('is confirmed by the name of the business, and harmless when it is run again', async () => {
  await expect(remove({})).rejects.toThrow('--name "Plumbline Home Services"')
  await expect(remove({ name: 'Another business' })).rejects.toThrow('--name "Plumbline Home Services"')
  await remove({ name })
  expect(printed).toHaveBeenLastCalledWith(
    'Removed the demonstration data. Backups from before still have them.',
  )
  await remove({ name })
  expect(printed).toHaveBeenLastCalledWith('There are no demonstration data.')
})

it('says what would be lost, whatever name is given', async () => {
  const crm = await services.commandsOf('crm')
  const { id } = await crm.registerCustomer(operator(), rosa)
  await expect(remove({ name, 'with-own-work': true })).rejects.toThrow(
    `This would be lost:\n  customer ${id} (Rosa Lindqvist)`,
  )
})
