import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

/** A Kubernetes object as it is written. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: { name: string; namespace?: string; labels?: Record<string, string> }
  // biome-ignore lint/suspicious/noExplicitAny: every kind has a shape of its own; the validators know them
  [field: string]: any
}

type Patch = { path: string; target?: { kind?: string; labelSelector?: string } }
type Kustomization = {
  namespace?: string
  resources?: string[]
  components?: string[]
  patches?: Patch[]
  images?: { name: string; newName?: string; newTag?: string }[]
}

const known = ['apiVersion', 'kind', 'namespace', 'resources', 'components', 'patches', 'images']
const clusterWide = ['Namespace']

/** Told of every patch how many objects it changed. */
export type OnPatch = (path: string, hits: number) => void

/** What `kubectl kustomize <folder>` prints: the part of it that this repository uses, and an error for the rest. */
export function build(folder: string, onPatch: OnPatch = () => {}): Manifest[] {
  const { resources = [], ...rest } = readKustomization(folder)
  const load = (path: string) => (/\.yaml$/.test(path) ? readManifests(path) : build(path, onPatch))
  const objects = resources.flatMap((path) => load(join(folder, path)))
  return finish(objects, rest, folder, onPatch)
}

function readKustomization(folder: string): Kustomization {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  const unknown = Object.keys(kustomization).filter((key) => !known.includes(key))
  if (unknown.length > 0) throw new Error(`${folder}: ${unknown.join(', ')} is not understood here`)
  return kustomization
}

export const readManifests = (path: string): Manifest[] =>
  parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]?.message}`)
    return document.toJS()
  })

function finish(
  objects: Manifest[],
  { namespace, components = [], patches = [], images = [] }: Kustomization,
  folder: string,
  onPatch: OnPatch,
): Manifest[] {
  const withComponents = components
    .map((path) => join(folder, path))
    .reduce((before, path) => finish(before, readKustomization(path), path, onPatch), objects)
  const patched = patches.reduce(
    (before, { path, target }) => applyPatch(before, join(folder, path), target, onPatch),
    withComponents,
  )
  return patched.map((object) => {
    const placed = namespace && !clusterWide.includes(object.kind) ? inNamespace(object, namespace) : object
    return withImages(placed, images)
  })
}

const inNamespace = (object: Manifest, namespace: string): Manifest => ({
  ...object,
  metadata: { ...object.metadata, namespace },
})

function applyPatch(
  objects: Manifest[],
  path: string,
  target: Patch['target'],
  onPatch: OnPatch,
): Manifest[] {
  const [patch] = readManifests(path)
  if (!patch) throw new Error(`${path} is empty`)
  const isHit = ({ kind, metadata }: Manifest) =>
    target
      ? new RegExp(`^(${target.kind})$`).test(kind) && selects(target.labelSelector, metadata.labels)
      : kind === patch.kind && metadata.name === patch.metadata.name
  onPatch(path, objects.filter(isHit).length)
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...change } = patch
  return objects.map((object) => (isHit(object) ? (merge(object, change) as Manifest) : object))
}

/** `a=b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`. */
function selects(selector = '', labels: Record<string, string> = {}): boolean {
  const [, key = '', operator = '', list = ''] =
    /^(\S+?)\s*(!=|=|notin|in)\s*\(?([^)]*)\)?$/.exec(selector) ?? []
  const isIn = list.split(',').includes(labels[key] ?? '')
  return operator.startsWith('!') || operator === 'notin' ? !isIn : isIn
}

const keyed = ['name', 'mountPath', 'topologyKey', 'containerPort']

/** Strategic merge: objects by field, lists of named things by name, other lists replaced. */
function merge(base: unknown, change: unknown): unknown {
  if (Array.isArray(base) && Array.isArray(change)) return mergeLists(base, change)
  if (!isObject(base) || !isObject(change)) return change
  const merged = Object.entries(change).map(([key, value]) => [key, merge(base[key], value)])
  return { ...base, ...Object.fromEntries(merged) }
}

function mergeLists(base: unknown[], change: unknown[]): unknown[] {
  const key = keyed.find((name) => change.every((item) => isObject(item) && name in item))
  if (!key) return change
  const idOf = (item: unknown) => (item as Record<string, unknown>)[key]
  const rest = base.filter((item) => !change.some((other) => idOf(other) === idOf(item)))
  const changed = change.map((item) =>
    merge(
      base.find((other) => idOf(other) === idOf(item)),
      item,
    ),
  )
  return [...changed, ...rest]
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withImages(object: Manifest, images: NonNullable<Kustomization['images']>): Manifest {
  const containers = object.spec?.template?.spec?.containers
  if (!containers) return object
  const image = (given: string) => {
    const found = images.find(({ name }) => name === given)
    return found ? `${found.newName ?? found.name}:${found.newTag}` : given
  }
  const renamed = containers.map((container: { image: string }) => ({
    ...container,
    image: image(container.image),
  }))
  return merge(object, { spec: { template: { spec: { containers: renamed } } } }) as Manifest
}
