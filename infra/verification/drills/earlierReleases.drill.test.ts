import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { constants, zstdDecompressSync } from 'node:zlib'
import { afterEach, expect, it } from 'vitest'
import { serverAccount } from '../../processes/postgres/serverAccount.ts'
import { createClient } from '../e2e/client.ts'
import {
  cleanEnv,
  ownPort,
  type Product,
  removeDataDir,
  startProduct,
  throwawayDataDir,
} from '../e2e/product.ts'

const root = resolve(import.meta.dirname, '../../..')
const folder = join(root, 'infra/verification/releases')

/** How many events and customers there were when the release was stopped, and whether its read models are filled anew. */
const releases = {
  '0.1.0': { events: 819, customers: 40, filled: true },
  'main-2026-11-25': { events: 825, customers: 40, filled: true },
}

let product: Product | undefined
let dataDir = ''
afterEach(async () => {
  await product?.stop()
  await removeDataDir(dataDir)
})

/** Unpacks a data folder as the release left it; the password is `correct horse`. */
function unpack(name: string): string {
  const to = throwawayDataDir()
  const archive = zstdDecompressSync(readFileSync(join(folder, `${name}.tar.zst`)), {
    params: { [constants.ZSTD_d_windowLogMax]: 27 },
  })
  const { status, stderr } = spawnSync('tar', ['x', '-C', to], { input: archive })
  if (status !== 0) throw new Error(`${name} cannot be unpacked: ${stderr}`)
  const cluster = join(to, 'postgres/cluster')
  const account = serverAccount(cluster)
  if (account) spawnSync('chown', ['-R', `${account.uid}:${account.gid}`, cluster])
  return to
}

const ops = async (...args: string[]) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'infra/cli/ops/main.ts'), ...args, '--json'],
    {
      env: { ...cleanEnv(), DATA_DIR: dataDir },
    },
  )
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** Every different answer at this address until the product has started. */
async function answersUntil(starting: Promise<unknown>, url: string): Promise<Set<string>> {
  const seen = new Set<string>()
  let isStarting = true
  const ended = starting.finally(() => {
    isStarting = false
  })
  while (isStarting) {
    const answer = await fetch(url).catch(() => undefined)
    if (answer) seen.add(`${answer.status} ${answer.ok ? '' : await answer.text()}`)
    await sleep(20)
  }
  await ended
  return seen
}

it('there is a data folder of every release', () => {
  expect(
    readdirSync(folder)
      .filter((name) => name.endsWith('.zst'))
      .sort(),
  ).toEqual(
    Object.keys(releases)
      .map((name) => `${name}.tar.zst`)
      .sort(),
  )
})

it.each(Object.entries(releases))(
  'the data of %s starts in one step and loses nothing',
  async (name, there) => {
    dataDir = unpack(name)
    const port = await ownPort()
    const starting = startProduct(dataDir, { RATE_LIMIT_SCALE: '100', PORT: String(port) })
    const seen = await answersUntil(starting, `http://localhost:${port}/dashboard`)
    product = await starting
    // read models are filled before it can answer
    expect([...seen].filter((it) => !it.startsWith('200'))).toEqual(
      there.filled ? ['503 Plumbline is being updated and will be back in a moment.'] : [],
    )
    const client = createClient(product.url)
    expect((await client.signIn('owner', 'correct horse')).status).toBe(200)
    const verified = await ops('projections', 'verify', '--all')
    expect(verified.filter((it) => it.differences.length > 0)).toEqual([])
    expect(verified.length).toBeGreaterThan(15)
    const customers = JSON.parse((await client.send('GET', '/api/customers')).text)
    const [last] = await ops('events', 'tail', '--last', '1')
    expect(customers.length).toBe(there.customers)
    // timers may have added some
    expect(Number(last.position)).toBeGreaterThanOrEqual(there.events)
    // and goes on
    expect((await client.requestEstimate('Later')).status).toBe(201)
  },
)
