import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../processes/config.ts'
import {
  requiredSecretKeys,
  selectorsWithoutPods,
  unknownAddresses,
  unknownVariables,
  unopenedPorts,
  unrestrictedPods,
} from './clusterProblems.ts'
import { invalid, misspelt } from './kubernetesSchemas.ts'
import { build, type Manifest } from './kustomize.ts'

/** The checks of the manifests, each shown to fail on a mistake planted into the real ones. */
const good = build(join(root, 'infra/deployment/kubernetes/overlays/franchise'))

/** The manifests with one field changed, or without it. */
function planted(kind: string, name: string, path: string, value?: unknown): Manifest[] {
  const objects = structuredClone(good)
  const fields = path.replace('container', 'spec/template/spec/containers/0').split('/')
  const last = fields.pop() as string
  // biome-ignore lint/suspicious/noExplicitAny: walks into any kind
  let place: any = objects.find((it) => it.kind === kind && it.metadata.name === name)
  for (const field of fields) place = place[field]
  if (value === undefined) delete place[last]
  else place[last] = value
  return objects
}

test.each([
  ['a word for a selector', planted('PodDisruptionBudget', 'crm', 'spec/selector', 'crm')],
  ['a port without its number', planted('Deployment', 'crm', 'container/ports/0/containerPort')],
  ['a kind that does not exist', planted('Deployment', 'crm', 'kind', 'Deployement')],
  ['a database without a size', planted('Cluster', 'postgres', 'spec/instances')],
  ['a trigger without its terms', planted('ScaledObject', 'worker', 'spec/triggers/0/metadata')],
])('the schemas refuse %s', async (_what, objects) => {
  expect(await invalid(objects)).toHaveLength(1)
})

test('the types refuse misspelt fields, wherever they are', () => {
  const find = (kind: string, objects: Manifest[]) => objects.find((it) => it.kind === kind) as Manifest
  const storage = find('Cluster', planted('Cluster', 'postgres', 'spec/storage/sise', '1Gi'))
  const security = planted('Deployment', 'worker', 'container/securityContext/readOnlyRoot', true)
  const [first, second, ...others] = misspelt([storage, find('Deployment', security)])
  expect(first).toMatch(/^Cluster postgres: .*'"sise"'/)
  expect(second).toMatch(/^Deployment worker: .*'"readOnlyRoot"'/)
  expect(others).toEqual([])
})

test.each([
  [
    'a Service that selects no pods',
    selectorsWithoutPods,
    planted('Service', 'crm', 'spec/selector', { 'app.kubernetes.io/component': 'crn' }),
  ],
  [
    'a policy for no pods',
    selectorsWithoutPods,
    planted('NetworkPolicy', 'services', 'spec/podSelector/matchExpressions/0/values', ['crn']),
  ],
  [
    'a Deployment that does not select its pods',
    selectorsWithoutPods,
    planted('Deployment', 'crm', 'spec/selector/matchLabels/tier', 'back'),
  ],
  [
    'a Service that leads to a closed port',
    unopenedPorts,
    planted('Service', 'crm', 'spec/ports/0/targetPort', 'web'),
  ],
  [
    'a probe of a closed port',
    unopenedPorts,
    planted('Deployment', 'worker', 'container/readinessProbe/httpGet/port', 'http'),
  ],
  [
    'an ingress to a Service that is not there',
    unopenedPorts,
    planted('Ingress', 'plumbline', 'spec/rules/0/http/paths/0/backend/service/name', 'gate'),
  ],
  [
    'an address that no Service has',
    unknownAddresses,
    planted('Deployment', 'gateway', 'container/env/0', { name: 'CRM_URL', value: 'http://customers' }),
  ],
  [
    'a variable that the product does not read',
    unknownVariables,
    planted('ConfigMap', 'plumbline', 'data/TRUSTED_PROXY', '10.0.0.0'),
  ],
  [
    'a root file system that can be written',
    unrestrictedPods,
    planted('Deployment', 'billing', 'container/securityContext/readOnlyRootFilesystem'),
  ],
  [
    'a pod with a token',
    unrestrictedPods,
    planted('Job', 'prepare', 'spec/template/spec/automountServiceAccountToken'),
  ],
  [
    'an image without a version',
    unrestrictedPods,
    planted('Deployment', 'crm', 'container/image', 'plumbline'),
  ],
])('caught: %s', (_what, check, objects) => {
  expect(check(good)).toEqual([])
  expect(check(objects)).toHaveLength(1)
})

test('a secret that a pod asks for is seen', () => {
  const asking = { name: 'X', valueFrom: { secretKeyRef: { name: 'elsewhere', key: 'x' } } }
  expect(requiredSecretKeys(planted('Deployment', 'crm', 'container/env/0', asking))).toContain('elsewhere x')
  expect(requiredSecretKeys(good)).not.toContain('elsewhere x')
})
