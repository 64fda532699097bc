import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Product, removeDataDir, startProduct, throwawayDataDir } from './product.ts'

const env = { OWNER_PASSWORD: 'correct horse', DEMO_DATA: 'off' }
// nine processes that come up at once take longer on two cores
const startsWithinMs = process.env.TOPOLOGY === 'distributed' ? 25_000 : 8_000
const dataDir = throwawayDataDir()
let product: Product

beforeAll(async () => {
  product = await startProduct(dataDir, env)
})
afterAll(async () => {
  await product.stop()
  await removeDataDir(dataDir)
})

it('starts again within 8 s, distributed within 25 s', async () => {
  await product.stop()
  product = await startProduct(dataDir, env)
  expect(product.startedInMs).toBeLessThan(startsWithinMs)
})
