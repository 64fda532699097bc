import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { buildOverlays, chartOf } from '../helm/chart.ts'
import { settingRules, sizes } from '../helm/values.ts'
import { type Overlays, valuesOf } from '../helm/valuesOf.ts'
import {
  selectorsWithoutPods,
  unknownAddresses,
  unknownVariables,
  unopenedPorts,
  unrestrictedPods,
} from './clusterProblems.ts'
import { loadChart, render, renderFiles, renderTemplate } from './helm.ts'
import { invalid, misspelt } from './kubernetesSchemas.ts'
import type { Manifest } from './kustomize.ts'

type Values = Record<string, unknown>

const overlays = buildOverlays()
const files = chartOf(overlays)
const chart = loadChart(files)
const otherValues: Values = parse(readFileSync(join(import.meta.dirname, 'chart.values.yaml'), 'utf8'))
const find = (objects: Manifest[], kind: string, name: string) =>
  objects.find((it) => it.kind === kind && it.metadata.name === name) as Manifest

/** What the chart adds to a manifest: the checksum of settings, and that the database outlives the release. */
function withoutAdded(object: Manifest): Manifest {
  const copy = structuredClone(object)
  for (const { metadata } of [copy, copy.spec?.template].filter(Boolean)) {
    const { annotations } = metadata
    if (!annotations) continue
    delete annotations['checksum/settings']
    delete annotations['helm.sh/resource-policy']
    if (Object.keys(annotations).length === 0) delete metadata.annotations
  }
  return copy
}

const isHook = ({ metadata }: Manifest) => metadata.annotations?.['helm.sh/hook'] !== undefined

/** The objects by their names, without what Helm needs besides. */
const comparable = (objects: Manifest[]) =>
  Object.fromEntries(
    objects
      .filter((object) => object.kind !== 'Namespace' && !isHook(object))
      .map((object) => [`${object.kind} ${object.metadata.name}`, withoutAdded(object)]),
  )

describe.each(sizes)('the chart, size %s', (size) => {
  const installed = render(chart, { values: { size } })
  const upgraded = render(chart, { values: { size }, isUpgrade: true })

  test('makes the objects of the overlay', () => {
    expect(comparable(installed)).toEqual(comparable(overlays[size]))
  })
  test('prepares an upgrade and a rollback before their pods start, by the same job as a hook', () => {
    const { 'Job prepare': job, ...others } = comparable(overlays[size])
    expect(comparable(upgraded)).toEqual(others)
    const { metadata, spec } = upgraded.find(isHook) as Manifest
    expect(metadata.annotations).toEqual({
      'helm.sh/hook': 'pre-upgrade,pre-rollback',
      'helm.sh/hook-delete-policy': 'before-hook-creation',
    })
    expect(spec).toEqual(job?.spec)
    expect(metadata.labels).toEqual(job?.metadata.labels)
    expect(metadata.name).not.toBe(job?.metadata.name)
    // a rollback to the first release runs the hooks of that one
    expect(installed.find(isHook)).toEqual(upgraded.find(isHook))
  })
  test('leaves the database and its archive when it is uninstalled', () => {
    const isKept = ({ metadata }: Manifest) => metadata.annotations?.['helm.sh/resource-policy'] === 'keep'
    expect(installed.filter(isKept).map(({ kind }) => kind)).toEqual(['Cluster', 'ObjectStore'])
  })

  describe.each([
    ['the defaults', {}],
    ['other values', otherValues],
  ])('with %s', (_what, given) => {
    const objects = render(chart, { values: { ...given, size }, namespace: 'shop' })
    test('is what the published schemas allow', async () => {
      expect(await invalid(objects)).toEqual([])
      expect(misspelt(objects)).toEqual([])
    })
    test.each([
      ['selects pods that are there', selectorsWithoutPods],
      ['leads to ports that are open', unopenedPorts],
      ['calls services that are there', unknownAddresses],
      ['sets only variables that the product reads', unknownVariables],
      ['runs pods that can do as little as possible', unrestrictedPods],
    ])('%s', (_check, problems) => {
      expect(problems(objects)).toEqual([])
    })
    test('is all in the namespace of the release', () => {
      expect(new Set(objects.map(({ metadata }) => metadata.namespace))).toEqual(new Set(['shop']))
      expect(JSON.stringify(objects)).not.toContain('namespace=\\"plumbline')
    })
  })
})

test('other values are in the objects, where they belong', () => {
  const objects = render(chart, { values: { ...otherValues, size: 'franchise' } })
  const { data } = find(objects, 'ConfigMap', 'plumbline')
  expect(data).toMatchObject({
    PUBLIC_URL: 'https://plumbers.example.net',
    BUSINESS_NAME: 'Ada & Söhne <"Plumbing"> {{ .Values.host }}',
    LOG_LEVEL: 'on',
    RATE_LIMIT_SCALE: '2',
  })
  expect(data).not.toHaveProperty('REMOTES_STORE')
  const [gateway] = find(objects, 'Deployment', 'gateway').spec.template.spec.containers
  expect(gateway.image).toBe('registry.example.net:5000/shop/plumbline:0.2.0')
  expect(gateway.env).toContainEqual({ name: 'REMOTES_STORE', value: 's3://shop-remotes/remotes' })
  const { spec, metadata } = find(objects, 'Ingress', 'plumbline')
  expect(spec.tls[0].hosts).toEqual(['plumbers.example.net'])
  expect(metadata.annotations).toEqual({ 'kubernetes.io/ingress.class': 'nginx' })
  expect(find(objects, 'Cluster', 'postgres').spec.storage.size).toBe('40Gi')
  // nothing of the examples is left in any object
  expect(JSON.stringify(objects)).not.toMatch(/(registry|office)\.example\.com/)
})

/** Values that change no object of any size. The checksum reads every setting, so it does not count. */
function unread(files: Record<string, string>, names: string[]): string[] {
  const loaded = loadChart(files)
  const rendered = (values: Values) =>
    JSON.stringify(sizes.map((size) => renderFiles(loaded, { values: { ...values, size } }))).replace(
      /checksum\/settings: \\"\w+/g,
      '',
    )
  const defaults = rendered({})
  return names.filter((name) => rendered(another(name)) === defaults)
}

/** Another value than the default. */
function another(name: string): Values {
  const [group = '', key] = name.split('.')
  if (!key) return { [group]: otherValues[group] }
  if (group === 'resources') return { resources: { [key]: { limits: { memory: '3Gi' } } } }
  return { [group]: { [key]: (otherValues[group] as Values)[key] ?? 'another' } }
}

const names = valuesOf(overlays).map(({ name }) => name)

test('every value is read', () => {
  expect(names.length).toBeGreaterThan(25)
  expect(unread(files, names)).toEqual([])
})

test('caught: values that no template reads', () => {
  const read = / \.Values\.(prometheus|settings\.LOG_LEVEL) /
  const templates = Object.entries(files).map(([path, text]) => [path, text.replace(read, ' "fixed" ')])
  expect(unread(Object.fromEntries(templates), names)).toEqual(['prometheus', 'settings.LOG_LEVEL'])
})

test('every rule of a setting is that of a setting of the manifests', () => {
  for (const name of Object.keys(settingRules)) expect(names).toContain(`settings.${name}`)
})

test('pods are made anew when a setting changes, and only then', () => {
  const pods = (values: Values) =>
    find(render(chart, { values }), 'Deployment', 'web').spec.template.metadata.annotations
  expect(pods({ settings: { LOG_LEVEL: 'debug' } })).not.toEqual(pods({}))
  expect(pods({ host: 'plumbers.example.net' })).not.toEqual(pods({}))
  expect(pods({ ingress: { annotations: {} }, postgres: { storage: '40Gi' } })).toEqual(pods({}))
})

/** The manifests with a change in each size. */
function changed(change: (objects: Manifest[]) => void): Overlays {
  const copy = structuredClone(overlays)
  for (const size of sizes) change(copy[size])
  return copy
}

const containerOf = (objects: Manifest[], name: string) =>
  find(objects, 'Deployment', name).spec.template.spec.containers[0]

test('what the manifests gain, the chart has by itself', () => {
  const gained = changed((objects) => {
    find(objects, 'ConfigMap', 'plumbline').data.BUSINESS_AREA = 'Wake County'
    containerOf(objects, 'worker').env.push(
      { name: 'BUSINESS_TAGLINE', value: 'On time' },
      { name: 'OTEL_SERVICE_NAME', valueFrom: { secretKeyRef: { name: 'plumbline-traces', key: 'name' } } },
    )
    objects.push({
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'more', namespace: 'plumbline' },
      spec: {},
    })
  })
  const made = loadChart(chartOf(gained))
  for (const size of sizes)
    expect(comparable(render(made, { values: { size } }))).toEqual(comparable(gained[size]))
  const settings = { BUSINESS_AREA: 'Orange County', BUSINESS_TAGLINE: 'In time' }
  const objects = render(made, { values: { settings } })
  expect(find(objects, 'ConfigMap', 'plumbline').data).toMatchObject({ BUSINESS_AREA: 'Orange County' })
  expect(find(objects, 'ConfigMap', 'plumbline').data).not.toHaveProperty('BUSINESS_TAGLINE')
  expect(containerOf(objects, 'worker').env).toContainEqual({ name: 'BUSINESS_TAGLINE', value: 'In time' })
})

test.each<[string, (objects: Manifest[]) => void]>([
  ['a variable less', (objects) => containerOf(objects, 'worker').env.pop()],
  ['another key', (objects) => (find(objects, 'ConfigMap', 'plumbline').data.LOG_LEVEL = 'debug')],
  [
    'another image',
    (objects) => (containerOf(objects, 'worker').image = 'registry.example.com/plumbline:0.0.9'),
  ],
  [
    'a policy less',
    (objects) =>
      objects.splice(
        objects.findIndex(({ kind }) => kind === 'NetworkPolicy'),
        1,
      ),
  ],
])('caught: a chart that did not follow %s', (_what, change) => {
  const { small } = changed(change)
  expect(comparable(render(chart))).not.toEqual(comparable(small))
})

test.each<[string, (objects: Manifest[]) => void, string]>([
  [
    'a value without its place',
    (objects) => delete find(objects, 'Cluster', 'postgres').spec.storage,
    'postgres.storage: the manifests have none of its places',
  ],
  [
    'two hosts',
    (objects) => (find(objects, 'ConfigMap', 'plumbline').data.PUBLIC_URL = 'https://example.com'),
    'host (small) is not the same everywhere: "example.com", "office.example.com"',
  ],
  [
    'a variable that the settings have too, with another value',
    (objects) => containerOf(objects, 'worker').env.push({ name: 'LOG_LEVEL', value: 'warn' }),
    'settings.LOG_LEVEL (small) is not the same everywhere: "info", "warn"',
  ],
  [
    'what Helm would read as its own',
    (objects) => (find(objects, 'ConfigMap', 'plumbline').metadata.labels = { a: '{{ b }}' }),
    'plumbline has {{ in it, which Helm reads',
  ],
])('no chart is made of manifests with %s', (_what, change, message) => {
  expect(() => chartOf(changed(change))).toThrow(message)
})

test.each([
  ['a size that does not exist', { size: 'huge' }, '/size'],
  ['an address instead of a host', { host: 'https://office.example.com' }, '/host'],
  ['a misspelt setting', { settings: { TRUSTED_PROXY: '10.0.0.0/8' } }, 'TRUSTED_PROXY'],
  ['a secret among the settings', { settings: { MASTER_KEY: 'x' } }, 'MASTER_KEY'],
  ['what the image sets', { settings: { PORT: '80' } }, 'PORT'],
  ['what the manifests set', { settings: { CRM_URL: 'http://crm' } }, 'CRM_URL'],
  ['a setting that is no text', { settings: { LOG_LEVEL: true } }, '/settings/LOG_LEVEL'],
  ['a tag that is a number', { image: { tag: 1.1 } }, '/image/tag'],
  ['a value that does not exist', { replicas: 3 }, 'replicas'],
  ['a disk without a unit', { postgres: { storage: '40' } }, '/postgres/storage'],
  ['a bucket that is none', { postgres: { backups: 'shop-archive' } }, '/postgres/backups'],
  ['a group that is taken away', { ingress: null }, 'ingress'],
])('the schema refuses %s', (_what, values, named) => {
  expect(() => render(chart, { values })).toThrow(named)
})

test('an install is told what to wait for, an upgrade has waited', () => {
  const notes = (isUpgrade: boolean) =>
    new Map(renderFiles(chart, { isUpgrade, namespace: 'shop' })).get('templates/NOTES.txt')
  expect(notes(false)).toContain('kubectl -n shop wait --for=condition=complete job/prepare')
  expect(notes(false)).toContain('https://office.example.com/readyz')
  expect(notes(true)?.trim()).toBe('')
})

test.each([
  ['{{ if .a }}x', 'if .a has no end'],
  ['x{{ end }}{{ end }}', 'There is an end too many'],
  ['{{ .b.c }}', '.b.c is not there'],
  ['{{ quote .a }}', 'quote is not there'],
])('caught: a template that Helm could not render, or the tests cannot: %s', (template, message) => {
  expect(() => renderTemplate(template, { a: 1 })).toThrow(message)
})
