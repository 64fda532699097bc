import { gatewaySchema, storeFrontEnds } from '@plumbline/gateway/gateway'
import { createPool } from '@plumbline/platform/db'
import type { Log } from '@plumbline/platform/log'
import { connectionOf } from '@plumbline/platform/migrate'
import { root } from '../config.ts'

/** Stores the built front-ends of this release for open tabs, which gateways of other releases serve too. */
export async function storeBuiltFrontEnds(url: string, log: Log): Promise<void> {
  const pool = createPool({ url, name: 'plumbline-front-ends', log, ...connectionOf(gatewaySchema), max: 1 })
  await storeFrontEnds(pool, root).finally(() => pool.end())
}
