import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openWay } from '../../verification/chaos/proxy.ts'
import { cleanEnv, ownPort, removeDataDir, throwawayDataDir } from '../../verification/e2e/product.ts'
import {
  prepareRelease,
  type ReadyProcess,
  type ReleaseRole,
  startReleaseProcess,
} from '../../verification/upgrade/releaseProcess.ts'
import { newGatewayKeys } from '../keys/newGatewayKeys.ts'

const root = join(import.meta.dirname, '../../..')
const dataDir = throwawayDataDir()
let database: TestDatabase
let way: Awaited<ReturnType<typeof openWay>>
let env: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  const real = new URL(database.url)
  way = await openWay(() => Number(real.port))
  const url = Object.assign(new URL(real), { hostname: '127.0.0.1', port: String(way.port) }).href
  env = {
    ...{ DATABASE_URL: url, DATA_DIR: dataDir, MASTER_KEY: randomBytes(32).toString('base64') },
    ...{ OWNER_PASSWORD: 'correct horse', DEMO_DATA: 'off', LOG_LEVEL: 'error' },
    GATEWAY_PUBLIC_KEYS: newGatewayKeys().GATEWAY_PUBLIC_KEYS,
  }
})
afterAll(async () => {
  way.close()
  await database.drop()
  await removeDataDir(dataDir)
})

it('a worker and a service that start before the database is there, and prepared, wait for it', async () => {
  way.become('cut')
  const states: string[] = []
  const begin = async (role: ReleaseRole): Promise<ReadyProcess> => {
    const started = await startReleaseProcess(root, role, { ...env, PORT: String(await ownPort()) })
    states.push(`${role} is ready`)
    return started
  }
  const starting = Promise.all([begin('worker'), begin('crm')])
  starting.catch((error) => states.push(String(error)))
  await sleep(4_000)
  expect(states).toEqual([])

  way.become('open')
  await sleep(2_000)
  expect(states).toEqual([])

  await prepareRelease(root, { ...env, DATABASE_URL: database.url })
  const started = await starting
  expect(states.sort()).toEqual(['crm is ready', 'worker is ready'])
  await Promise.all(started.map(({ stop }) => stop()))
})

it('a worker that waits for the database ends with the process that started it', async () => {
  way.become('cut')
  const child = spawn(process.execPath, [join(root, 'infra/processes/roles/worker.ts')], {
    env: { ...cleanEnv(), ...env },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit')
  await sleep(3_000)
  child.disconnect()
  // it would wait for a minute
  expect(await Promise.race([exited, sleep(45_000)])).toEqual([1, null])
})
