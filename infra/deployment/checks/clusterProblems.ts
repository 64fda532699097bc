// Whether the objects fit each other and the product. kubeconform and the schemas look at one object at a time, and no
// npm package compares selectors, ports and addresses, or knows which variables the code reads.
import { knownVariables } from './environment.ts'
import type { Manifest } from './kustomize.ts'

type Labels = Record<string, string>
type Container = {
  name: string
  image: string
  args: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: SecretKey } }[]
  ports?: { name: string; containerPort: number }[]
  securityContext?: Record<string, unknown>
  resources?: { limits?: { memory?: string } }
}
type SecretKey = { name: string; key: string }
type Selector = {
  matchLabels?: Labels
  matchExpressions?: { key: string; operator: string; values: string[] }[]
}

const workloads = (objects: Manifest[]) =>
  objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
const ofKind = (objects: Manifest[], kind: string) => objects.filter((object) => object.kind === kind)
const containersOf = (object: Manifest): Container[] => object.spec.template.spec.containers
const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`

export const matches = ({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(
    ({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''),
  )

/** Pods that the database's operator and the queue's chart create. */
const externalPods: Labels[] = [{ 'cnpg.io/cluster': 'postgres' }, { 'app.kubernetes.io/name': 'valkey' }]

const podsOf = (objects: Manifest[]): Labels[] => [
  ...workloads(objects).map(({ spec }) => spec.template.metadata.labels),
  ...externalPods,
]

/** Every selector must find a pod, each Deployment its own. */
export function selectorsWithoutPods(objects: Manifest[]): string[] {
  const pods = podsOf(objects)
  const selectors = objects.flatMap((object) => selectorsOf(object).map((selector) => ({ object, selector })))
  const unmatched = selectors.filter(({ selector }) => !pods.some((labels) => matches(selector, labels)))
  const mismatched = ofKind(objects, 'Deployment').filter(
    ({ spec }) => !matches(spec.selector, spec.template.metadata.labels),
  )
  return [
    ...unmatched.map(
      ({ object, selector }) => `${nameOf(object)} selects nothing: ${JSON.stringify(selector)}`,
    ),
    ...mismatched.map((object) => `${nameOf(object)} does not select its own pods`),
  ]
}

function selectorsOf({ kind, spec }: Manifest): Selector[] {
  if (kind === 'Service') return [{ matchLabels: spec.selector }]
  if (kind === 'PodDisruptionBudget') return [spec.selector]
  if (kind !== 'NetworkPolicy') return []
  const peers = [...(spec.ingress ?? []), ...(spec.egress ?? [])].flatMap((rule) => [
    ...(rule.from ?? []),
    ...(rule.to ?? []),
  ])
  return [
    spec.podSelector,
    ...peers.filter((peer) => !peer.namespaceSelector).flatMap((peer) => peer.podSelector ?? []),
  ]
}

/** Ports that a Service, a probe or an Ingress names and no container opens. */
export function unopenedPorts(objects: Manifest[]): string[] {
  const services = ofKind(objects, 'Service')
  const fromServices = services.flatMap((service) =>
    service.spec.ports
      .filter(({ targetPort }: { targetPort: string }) => !isOpen(objects, service.spec.selector, targetPort))
      .map(
        ({ targetPort }: { targetPort: string }) =>
          `${nameOf(service)} leads to ${targetPort}, which no container opens`,
      ),
  )
  const fromProbes = workloads(objects).flatMap((object) =>
    containersOf(object).flatMap((container) =>
      probePorts(container)
        .filter((port) => !container.ports?.some(({ name }) => name === port))
        .map((port) => `${nameOf(object)} is probed at ${port}, which it does not open`),
    ),
  )
  const fromIngress = ofKind(objects, 'Ingress')
    .flatMap(({ spec }) => spec.rules.flatMap((rule: { http: { paths: object[] } }) => rule.http.paths))
    .map(({ backend }) => backend.service)
    .filter(({ name, port }) => !hasPort(services, name, port))
    .map(({ name, port }) => `the ingress leads to ${name}:${port.name ?? port.number}, which is not there`)
  return [...fromServices, ...fromProbes, ...fromIngress]
}

const isOpen = (objects: Manifest[], selector: Labels, port: string): boolean =>
  workloads(objects)
    .filter(({ spec }) => matches({ matchLabels: selector }, spec.template.metadata.labels))
    .every((object) => containersOf(object).some(({ ports }) => ports?.some(({ name }) => name === port)))

const probePorts = (container: Container): string[] =>
  Object.entries(container)
    .filter(([field]) => field.endsWith('Probe'))
    .map(([, probe]) => (probe as unknown as { httpGet: { port: string } }).httpGet.port)

const hasPort = (services: Manifest[], service: string, port: { name?: string; number?: number }): boolean =>
  services
    .filter(({ metadata }) => metadata.name === service)
    .some(({ spec }) =>
      spec.ports.some(
        (it: { name: string; port: number }) => it.name === port.name || it.port === port.number,
      ),
    )

/** Variables that the product does not read. */
export function unknownVariables(objects: Manifest[]): string[] {
  const fromMaps = ofKind(objects, 'ConfigMap').flatMap((map) =>
    Object.keys(map.data).map((name) => ({ place: nameOf(map), name })),
  )
  const fromPods = workloads(objects).flatMap((object) =>
    containersOf(object).flatMap(({ env = [] }) => env.map(({ name }) => ({ place: nameOf(object), name }))),
  )
  return [...fromMaps, ...fromPods]
    .filter(({ name }) => !knownVariables.has(name))
    .map(({ place, name }) => `${place} sets ${name}, which the product does not read`)
}

/** Addresses inside the cluster that no Service has. */
export function unknownAddresses(objects: Manifest[]): string[] {
  const names = ofKind(objects, 'Service').map(({ metadata }) => metadata.name)
  const addresses = workloads(objects).flatMap((object) =>
    containersOf(object).flatMap(({ env = [] }) =>
      env.filter(({ value = '' }) => /^http:\/\/[a-z]+$/.test(value)),
    ),
  )
  return addresses
    .filter(({ value = '' }) => !names.includes(new URL(value).hostname))
    .map(({ name, value }) => `${name} is ${value}, which no Service has`)
}

/** Every `secret key` that pods or the database's backups need. */
export function requiredSecretKeys(objects: Manifest[]): string[] {
  const fromPods = workloads(objects).flatMap((object) =>
    containersOf(object).flatMap(({ env = [] }) =>
      env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? []),
    ),
  )
  const fromStores = ofKind(objects, 'ObjectStore').flatMap(
    ({ spec }) => Object.values(spec.configuration.s3Credentials) as SecretKey[],
  )
  return [...new Set([...fromPods, ...fromStores].map(({ name, key }) => `${name} ${key}`))].sort()
}

/** The workloads that get a variable. */
export const workloadsWithVariable = (objects: Manifest[], variable: string): string[] =>
  workloads(objects)
    .filter((object) =>
      containersOf(object).some(({ env = [] }) => env.some(({ name }) => name === variable)),
    )
    .map(({ metadata }) => metadata.name)
    .sort()

/** Where a pod may do more than the restricted standard of Kubernetes allows, or lacks what a rollout needs. */
export function unrestrictedPods(objects: Manifest[]): string[] {
  return workloads(objects).flatMap((object) => {
    const pod = object.spec.template.spec
    const [container, ...others] = containersOf(object)
    const { securityContext = {}, resources, image = '' } = container ?? {}
    const requirements: [boolean, string][] = [
      [others.length === 0, 'have one container'],
      [pod.securityContext?.runAsNonRoot === true, 'run as another user than root'],
      [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'have a seccomp profile'],
      [pod.automountServiceAccountToken === false, 'have no token of the cluster'],
      [securityContext.readOnlyRootFilesystem === true, 'have a read-only root file system'],
      [securityContext.allowPrivilegeEscalation === false, 'gain no privileges'],
      [JSON.stringify(securityContext.capabilities) === '{"drop":["ALL"]}', 'drop all capabilities'],
      [/:\d/.test(image), 'have an exact image'],
      [resources?.limits?.memory !== undefined, 'have a memory limit'],
      [pod.terminationGracePeriodSeconds >= 20, 'have time to stop'],
    ]
    return requirements.filter(([isMet]) => !isMet).map(([, what]) => `${nameOf(object)} must ${what}`)
  })
}
