import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DCLinter } from 'dclint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../processes/config.ts'
import { serviceNames } from '../../processes/services.ts'
import { knownVariables } from './environment.ts'

type Service = {
  image: string
  command?: string[]
  environment: Record<string, string>
  ports?: string[]
  networks: string[]
  depends_on?: Record<string, { condition: string }>
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: object
  user?: string
}
type Compose = { services: Record<string, Service>; networks: Record<string, { internal?: boolean } | null> }

const text = readFileSync(join(root, 'infra/deployment/compose.yaml'), 'utf8')
const read = (source: string): Compose => parse(source, { merge: true })
const { services, networks } = read(text)
const book = readFileSync(join(root, 'infra/docs/operations.md'), 'utf8')
const roles = Object.entries(services).filter(([, { image }]) => image.startsWith('plumbline:'))
const stores = Object.entries(services).filter(([, { image }]) => !image.startsWith('plumbline:'))

/** What the published schema of Compose files and its linter call an error. */
function refused(source: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-compose-'))
  try {
    writeFileSync(join(folder, 'compose.yaml'), source)
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] })
    return linter
      .lintFiles([join(folder, 'compose.yaml')], false)
      .flatMap(({ messages }) => messages)
      .filter(({ type }) => type === 'error')
      .map(({ message }) => message)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('it is a Compose file', () => {
  expect(refused(text)).toEqual([])
})

test('caught: a misspelt field', () => {
  expect(refused(text.replace('read_only: true', 'readonly: true')).join()).toMatch(/additional properties/)
})

test('caught: an image without a version, a port for everybody', () => {
  const changed = text.replace('postgres:18.6-trixie', 'postgres').replace('127.0.0.1:${', '${')
  expect(refused(changed)).toEqual([
    expect.stringMatching(/3000.*interface/),
    expect.stringMatching(/"postgres" is using the image "postgres"/),
  ])
})

/** What is wrong beyond the schema, as sentences. */
function problems({ services }: Compose): string[] {
  const all = Object.entries(services)
  const sentence = (holds: (service: Service) => unknown, must: string) =>
    all.filter(([, service]) => !holds(service)).map(([name]) => `${name} must ${must}`)
  return [
    ...sentence((it) => it.read_only, 'have a read-only root file system'),
    ...sentence((it) => String(it.cap_drop) === 'ALL', 'drop all capabilities'),
    ...sentence((it) => String(it.security_opt) === 'no-new-privileges:true', 'gain no privileges'),
    ...sentence((it) => it.image.startsWith('plumbline:') || it.user, 'run as somebody else than root'),
    ...sentence((it) => it.image.startsWith('plumbline:') || it.healthcheck, 'say whether it is healthy'),
    ...sentence((it) => !it.ports || it.command?.[0] === 'gateway', 'not be published'),
    ...all.flatMap(([name, { depends_on = {} }]) =>
      Object.keys(depends_on)
        .filter((other) => !services[other])
        .map((other) => `${name} waits for ${other}, which is not there`),
    ),
    ...all.flatMap(([name, { image, environment }]) =>
      Object.keys(environment)
        .filter((variable) => image.startsWith('plumbline:') && !knownVariables.has(variable))
        .map((variable) => `${name} sets ${variable}, which nothing reads`),
    ),
    ...literalSecrets(services),
  ]
}

const literalSecrets = (services: Record<string, Service>): string[] =>
  Object.entries(services).flatMap(([name, { environment }]) =>
    Object.entries(environment)
      .filter(([variable]) => /PASSWORD|SECRET|TOKEN|_KEYS?$|DATABASE_URL|REDIS_URL/.test(variable))
      .filter(([, value]) => !value.includes('${'))
      .map(([variable]) => `${name}: ${variable} stands in the file`),
  )

test('every container can do as little as possible, and no secret stands in the file', () => {
  expect(problems(read(text))).toEqual([])
})

test.each([
  [
    'a published service',
    (it: Compose) => Object.assign(it.services.crm as Service, { ports: ['3001:3000'] }),
  ],
  ['a store that runs as root', (it: Compose) => delete it.services.redis?.user],
  [
    'a written secret',
    (it: Compose) => Object.assign(it.services.crm?.environment as object, { MASTER_KEY: 'abc' }),
  ],
  [
    'an unknown variable',
    (it: Compose) => Object.assign(it.services.crm?.environment as object, { CRM_PORT: '1' }),
  ],
  [
    'a wait for nobody',
    (it: Compose) => Object.assign(it.services.crm as Service, { depends_on: { db: {} } }),
  ],
  ['a file system that can be written', (it: Compose) => delete it.services.worker?.read_only],
])('caught: %s', (_what, mistake) => {
  const changed = read(text)
  mistake(changed)
  expect(problems(changed)).toHaveLength(1)
})

test('every role is there, and starts after the database was prepared', () => {
  expect(serviceNames).toHaveLength(6)
  expect(roles.map(([name]) => name).sort()).toEqual(['prepare', 'gateway', 'worker', ...serviceNames].sort())
  for (const [name, { command, depends_on }] of roles) {
    expect(command).toEqual([name])
    if (name !== 'prepare') expect(depends_on?.prepare?.condition).toBe('service_completed_successfully')
  }
})

test('the gateway calls containers that are there', () => {
  const urls = Object.entries(services.gateway?.environment ?? {}).filter(([, value]) =>
    /^http:\/\/[a-z]+:\d+$/.test(value),
  )
  expect(urls.length).toBeGreaterThanOrEqual(7)
  for (const [, value] of urls) expect(services).toHaveProperty(new URL(value).hostname)
})

test('only the worker and the door reach another network than the inner ones', () => {
  const outward = Object.keys(networks).filter((name) => !networks[name]?.internal)
  const reaching = Object.entries(services).filter(([, service]) =>
    service.networks.some((name) => outward.includes(name)),
  )
  expect(reaching.map(([name]) => name)).toEqual(['gateway', 'worker'])
  expect(stores.map(([name]) => name)).toEqual(['postgres', 'redis', 'objects'])
})

test('the queue never evicts and keeps every write', () => {
  const command = services.redis?.command?.join(' ')
  expect(command).toContain('--appendonly yes')
  expect(command).toContain('--maxmemory-policy noeviction')
})

test('the operators are told of everything that must be in .env', () => {
  const needed = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name as string)
  expect(needed).toContain('MASTER_KEY')
  for (const name of needed) expect(book).toContain(`${name}=`)
})
