import { knownVariables } from './environment.ts'
import type { Manifest } from './kustomize.ts'

type Labels = Record<string, string>
type Container = {
  name: string
  image: string
  args: string[]
  env?: { name: string; valueFrom?: { secretKeyRef?: SecretKey } }[]
  envFrom?: { configMapRef: { name: string } }[]
  ports?: { name: string; containerPort: number }[]
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

/** Pods that others make: the database's operator, the queue's chart. */
const foreignPods: Labels[] = [{ 'cnpg.io/cluster': 'postgres' }, { 'app.kubernetes.io/name': 'valkey' }]

const podsOf = (objects: Manifest[]): Labels[] => [
  ...workloads(objects).map(({ spec }) => spec.template.metadata.labels),
  ...foreignPods,
]

/** Every selector must find a pod, each Deployment its own. */
export function blindSelectors(objects: Manifest[]): string[] {
  const pods = podsOf(objects)
  const selectors = objects.flatMap((object) => selectorsOf(object).map((selector) => ({ object, selector })))
  const blind = selectors.filter(({ selector }) => !pods.some((labels) => matches(selector, labels)))
  const strays = ofKind(objects, 'Deployment').filter(
    ({ spec }) => !matches(spec.selector, spec.template.metadata.labels),
  )
  return [
    ...blind.map(({ object, selector }) => `${nameOf(object)} selects nothing: ${JSON.stringify(selector)}`),
    ...strays.map((object) => `${nameOf(object)} does not select its own pods`),
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

/** Ports that are spoken of by name or number, and nobody opens. */
export function closedPorts(objects: Manifest[]): string[] {
  const services = ofKind(objects, 'Service')
  const fromServices = services.flatMap((service) =>
    service.spec.ports
      .filter(({ targetPort }: { targetPort: string }) => !opens(objects, service.spec.selector, targetPort))
      .map(
        ({ targetPort }: { targetPort: string }) =>
          `${nameOf(service)} leads to ${targetPort}, which nobody opens`,
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

const opens = (objects: Manifest[], selector: Labels, port: string): boolean =>
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

/** Variables that the product does not read, and addresses of services that are not there. */
export function unknownVariables(objects: Manifest[]): string[] {
  const fromMaps = ofKind(objects, 'ConfigMap').flatMap((map) =>
    Object.keys(map.data).map((name) => ({ place: nameOf(map), name })),
  )
  const fromPods = workloads(objects).flatMap((object) =>
    containersOf(object).flatMap(({ env = [] }) => env.map(({ name }) => ({ place: nameOf(object), name }))),
  )
  return [...fromMaps, ...fromPods]
    .filter(({ name }) => !knownVariables.has(name))
    .map(({ place, name }) => `${place} sets ${name}, which nothing reads`)
}

/** Addresses inside the cluster that no Service answers at. */
export function deadAddresses(objects: Manifest[]): string[] {
  const names = ofKind(objects, 'Service').map(({ metadata }) => metadata.name)
  const addresses = workloads(objects).flatMap((object) =>
    containersOf(object).flatMap(({ env = [] }) =>
      (env as { name: string; value?: string }[]).filter(({ value }) =>
        /^http:\/\/[a-z]+$/.test(value ?? ''),
      ),
    ),
  )
  return addresses
    .filter(({ value = '' }) => !names.includes(new URL(value).hostname))
    .map(({ name, value }) => `${name} is ${value}, where nothing answers`)
}

/** Every `secret key` that pods or the database's backups ask for. */
export function secretKeys(objects: Manifest[]): string[] {
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

/** Who asks for a secret, by the component's name. */
export const readersOf = (objects: Manifest[], variable: string): string[] =>
  workloads(objects)
    .filter((object) =>
      containersOf(object).some(({ env = [] }) => env.some(({ name }) => name === variable)),
    )
    .map(({ metadata }) => metadata.name)
    .sort()

/** Pods that could do more than the restricted standard lets them. */
export function loosePods(objects: Manifest[]): string[] {
  return workloads(objects).flatMap((object) => {
    const pod = object.spec.template.spec
    const [container, ...others] = containersOf(object)
    const security =
      (container as unknown as { securityContext?: Record<string, unknown> }).securityContext ?? {}
    const musts: [boolean, string][] = [
      [others.length === 0, 'has one container'],
      [pod.securityContext?.runAsNonRoot === true, 'runs as somebody else than root'],
      [pod.securityContext?.seccompProfile?.type === 'RuntimeDefault', 'has a seccomp profile'],
      [pod.automountServiceAccountToken === false, 'has no token of the cluster'],
      [security.readOnlyRootFilesystem === true, 'has a read-only root file system'],
      [security.allowPrivilegeEscalation === false, 'gains no privileges'],
      [JSON.stringify(security.capabilities) === '{"drop":["ALL"]}', 'drops all capabilities'],
      [/:\d/.test(container?.image ?? ''), 'has an exact image'],
      [
        Boolean(
          (container as unknown as { resources?: { limits?: { memory?: string } } }).resources?.limits
            ?.memory,
        ),
        'has a limit of memory',
      ],
      [pod.terminationGracePeriodSeconds >= 20, 'has time to stop'],
    ]
    return musts.filter(([holds]) => !holds).map(([, must]) => `${nameOf(object)} must be one that ${must}`)
  })
}
