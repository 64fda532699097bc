import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type Product,
  processesOf,
  removeDataDir,
  residentMbOf,
  startProduct,
  throwawayDataDir,
} from './product.ts'

const env = { OWNER_PASSWORD: 'correct horse' }
// nine processes that come up at once take longer on two cores
const isDistributed = process.env.TOPOLOGY === 'distributed'
const startsWithinMs = isDistributed ? 25_000 : 8_000
// a database is made, migrated and filled with a year of demonstration data
const startsFirstWithinMs = isDistributed ? 40_000 : 20_000
const maxMb = { supervisor: 80, together: isDistributed ? 1_300 : 400 }
const dataDir = throwawayDataDir()
let product: Product

beforeAll(async () => {
  product = await startProduct(dataDir, env)
})
afterAll(async () => {
  await product.stop()
  await removeDataDir(dataDir)
})

it('starts for the first time within 20 s, distributed within 40 s', () => {
  expect(product.startedInMs).toBeLessThan(startsFirstWithinMs)
})

it('starts again within 8 s, distributed within 25 s', async () => {
  await product.stop()
  product = await startProduct(dataDir, env)
  expect(product.startedInMs).toBeLessThan(startsWithinMs)
})

it('needs at most 400 MB with demonstration data while it is idle, its supervisor 80; distributed 1300', () => {
  const commands = isDistributed ? ['gateway', 'service', 'worker'] : ['web', 'worker']
  const processes = commands.flatMap((command) => processesOf(product.supervisor, command))
  expect(processes).toHaveLength(isDistributed ? 8 : 2)
  const supervisor = residentMbOf(product.supervisor)
  const others = processes.map(residentMbOf)
  expect(Math.min(supervisor, ...others)).toBeGreaterThan(30)
  expect(supervisor).toBeLessThanOrEqual(maxMb.supervisor)
  expect(others.reduce((sum, mb) => sum + mb, supervisor)).toBeLessThanOrEqual(maxMb.together)
})
