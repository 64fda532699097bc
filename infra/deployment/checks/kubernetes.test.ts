import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '../../processes/config.ts'
import {
  requiredSecretKeys,
  selectorsWithoutPods,
  unknownAddresses,
  unknownVariables,
  unopenedPorts,
  unrestrictedPods,
  workloadsWithVariable,
} from './clusterProblems.ts'
import { invalid, misspelt } from './kubernetesSchemas.ts'
import { build, type Manifest } from './kustomize.ts'

const overlays = join(root, 'infra/deployment/kubernetes/overlays')
const hits = new Map<string, number>()
const clusters = Object.fromEntries(
  ['small', 'franchise'].map((name) => [
    name,
    build(join(overlays, name), (path, count) => hits.set(path, (hits.get(path) ?? 0) + count)),
  ]),
)
const franchise = clusters.franchise as Manifest[]

describe.each(Object.entries(clusters))('the overlay %s', (_name, objects) => {
  test('is what the published schemas allow', async () => {
    expect(await invalid(objects)).toEqual([])
  })
  test.each([
    ['selects pods that are there', selectorsWithoutPods],
    ['leads to ports that are open', unopenedPorts],
    ['calls services that are there', unknownAddresses],
    ['sets only variables that the product reads', unknownVariables],
    ['runs pods that can do as little as possible', unrestrictedPods],
  ])('%s', (_what, problems) => {
    expect(problems(objects)).toEqual([])
  })
  test('asks only for secrets that the operators are told to make', () => {
    const book = readFileSync(join(root, 'infra/docs/operations.md'), 'utf8')
    for (const secretKey of requiredSecretKeys(objects)) {
      const [secret, key] = secretKey.split(' ')
      expect(book).toMatch(new RegExp(`\`${secret}\` .*\`${key}\``))
    }
  })
  test('opens no more connections than the database has, even in the middle of a rollout', () => {
    expect(connections(objects)).toBeLessThanOrEqual(maxConnections(objects))
  })
})

test('only fields that exist are named', () => {
  expect(misspelt(Object.values(clusters).flat())).toEqual([])
})

test('every patch changes something', () => {
  expect([...hits].filter(([, count]) => count === 0)).toEqual([])
})

test('only those hold a key who need it', () => {
  expect(workloadsWithVariable(franchise, 'GATEWAY_SIGNING_KEY')).toEqual(['gateway'])
  expect(workloadsWithVariable(franchise, 'MASTER_KEY')).toEqual([
    'billing',
    'crm',
    'insights',
    'messaging',
    'prepare',
    'scheduling',
    'worker',
  ])
  expect(workloadsWithVariable(franchise, 'REDIS_URL')).toEqual(['worker'])
  expect(workloadsWithVariable(franchise, 'OWNER_PASSWORD')).toEqual(['prepare'])
  expect(workloadsWithVariable(franchise, 'AWS_SECRET_ACCESS_KEY')).toEqual(['gateway'])
  expect(workloadsWithVariable(franchise, 'BACKUP_AWS_SECRET_ACCESS_KEY')).toEqual(['worker'])
})

test('the outside is reached by the worker, the gateway and the database alone', () => {
  const leading = franchise.filter(
    ({ kind, spec }) =>
      kind === 'NetworkPolicy' &&
      spec.egress?.some(
        ({ to }: { to?: { ipBlock?: object }[] }) => !to || to.some(({ ipBlock }) => ipBlock),
      ),
  )
  expect(leading.map(({ spec }) => spec.podSelector.matchLabels)).toEqual([
    { 'cnpg.io/cluster': 'postgres' },
    { 'app.kubernetes.io/component': 'worker' },
    { 'app.kubernetes.io/component': 'gateway' },
  ])
})

test('the database has a role for every schema, and its login may become each of them', () => {
  const { roles } = franchise.find(({ kind }) => kind === 'Cluster')?.spec.managed ?? {}
  const [login, ...others] = roles as {
    name: string
    inRoles?: string[]
    login: boolean
    createdb?: boolean
  }[]
  expect(others.map(({ name }) => name)).toEqual(login?.inRoles)
  expect(others.some((role) => role.login || role.createdb)).toBe(false)
})

test('backups are made in the bucket of the database, where its own do not lie, and can be tried', () => {
  const { BACKUP_SCHEDULE, BACKUP_DIR } = franchise.find(({ kind }) => kind === 'ConfigMap')?.data ?? {}
  const { destinationPath } = franchise.find(({ kind }) => kind === 'ObjectStore')?.spec.configuration ?? {}
  const { metadata, spec } = franchise.find(({ kind }) => kind === 'Cluster') as Manifest
  expect(BACKUP_SCHEDULE).toBe('daily')
  expect(BACKUP_DIR).toBe(`${destinationPath}plumbline`)
  // CloudNativePG's are below the name of the cluster
  expect(BACKUP_DIR).not.toBe(`${destinationPath}${metadata.name}`)
  expect(spec.managed.roles[0]).toMatchObject({ name: 'plumbline', createdb: true })
})

test('the queue never evicts and keeps every write', () => {
  const values = parse(readFileSync(join(overlays, 'franchise/valkey.values.yaml'), 'utf8'))
  expect(values.valkeyConfig).toMatch(/^appendonly yes$/m)
  expect(values.valkeyConfig).toMatch(/^maxmemory-policy noeviction$/m)
  expect(values.auth.enabled).toBe(true)
})

/**
 * What a process of each kind opens at most: its pools (8 each, 16 in a worker, the queues' 12, the timers' 4), one to listen for
 * appends, and one more of those while another release runs. The worker that runs a backup or a trial restore opens 8 more.
 */
const backupConnections = 8
const connectionsOf: Record<string, number> = { gateway: 9, web: 58, worker: 114, prepare: 6 }

function connections(objects: Manifest[]): number {
  return objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ metadata, spec }) => {
      const maxReplicas = Math.max(spec.replicas ?? 1, ...scalers(objects, metadata.name))
      const surge = spec.strategy?.rollingUpdate.maxSurge ?? 0
      return (maxReplicas + surge) * (connectionsOf[metadata.name] ?? 9)
    })
    .reduce((sum, each) => sum + each, backupConnections)
}

const scalers = (objects: Manifest[], name: string): number[] =>
  objects
    .filter(({ spec }) => spec?.scaleTargetRef?.name === name)
    .map(({ spec }) => spec.maxReplicas ?? spec.maxReplicaCount)

const maxConnections = (objects: Manifest[]): number =>
  Number(objects.find(({ kind }) => kind === 'Cluster')?.spec.postgresql.parameters.max_connections)
