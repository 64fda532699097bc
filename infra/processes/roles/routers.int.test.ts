import { generateKeyPairSync } from 'node:crypto'
import { createLog } from '@plumbline/platform/log'
import { generateKeyPair } from 'jose'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../config.ts'
import { readPublicKeys, readSigningKey } from '../keys/keys.ts'
import { newGatewayKeys } from '../keys/newGatewayKeys.ts'
import { loadEndpoints, upstreamNames } from '../services.ts'
import { createPools, type Pools } from './pools.ts'
import { startRouter } from './routers.ts'

const log = createLog('test', { write: () => {} })
const config = readConfig({
  DATABASE_URL: inject('databaseUrl'),
  MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
})
let pools: Pools
beforeAll(() => {
  pools = createPools({ url: inject('databaseUrl'), log })
})
afterAll(() => pools.end())

const named = (endpoints: readonly { method: string; path: string; needs: string; signed?: true }[]) =>
  endpoints.map(({ method, path, needs, signed }) => `${method} ${path} ${needs} ${signed ?? ''}`).sort()

it.each(upstreamNames)('a gateway in another process knows the same endpoints of %s', async (name) => {
  const { publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' })
  const { endpoints, forCustomers } = await startRouter(
    name,
    { config, log, pools },
    {
      identityKey: publicKey,
      isMixed: () => false,
    },
  )
  const loaded = await loadEndpoints(name)
  expect(named(loaded.endpoints)).toEqual(named(endpoints))
  expect(named(loaded.forCustomers)).toEqual(named(forCustomers))
  expect(endpoints.length).toBeGreaterThan(2)
})

describe('keys from the environment', () => {
  it('are read as they were made, two while they are changed', async () => {
    const [now, next] = [newGatewayKeys(), newGatewayKeys()]
    const list = `${now.GATEWAY_PUBLIC_KEYS}, ${next.GATEWAY_PUBLIC_KEYS}`
    expect(await readPublicKeys(list)).toHaveLength(2)
    expect(await readSigningKey(now.GATEWAY_SIGNING_KEY)).toMatchObject({ type: 'private' })
  })

  it('of another kind are refused', async () => {
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const other = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    await expect(readPublicKeys(other)).rejects.toThrow('GATEWAY_PUBLIC_KEYS is no Ed25519 key')
    await expect(readPublicKeys('')).rejects.toThrow('GATEWAY_PUBLIC_KEYS is missing')
    await expect(readSigningKey(undefined)).rejects.toThrow('GATEWAY_SIGNING_KEY is missing')
  })
})
