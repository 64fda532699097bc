// The part of kustomize that the overlays use: no npm package has it, and the tests also run on machines without kubectl.
// The pipeline compares every overlay with what `kubectl kustomize` prints (compareWithKubectl.ts).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

/** A Kubernetes object as it is written. */
export type Manifest = {
  apiVersion: string
  kind: string
  metadata: {
    name: string
    namespace?: string
    labels?: Record<string, string>
    annotations?: Record<string, string>
  }
  // biome-ignore lint/suspicious/noExplicitAny: every kind has a shape of its own; the validators know them
  [field: string]: any
}

type Patch = { path: string; target?: { kind: string; labelSelector: string } }
type Kustomization = {
  namespace?: string
  resources?: string[]
  components?: string[]
  patches?: Patch[]
  images?: { name: string; newName: string; newTag: string }[]
}

const supportedFields = ['apiVersion', 'kind', 'namespace', 'resources', 'components', 'patches', 'images']

/** Called for every patch with the number of objects it changes. */
export type OnPatch = (path: string, objectCount: number) => void

/** The objects that `kubectl kustomize <folder>` prints. */
export function build(folder: string, onPatch: OnPatch = () => {}): Manifest[] {
  const { resources = [] } = readKustomization(folder)
  const objects = resources
    .map((path) => join(folder, path))
    .flatMap((path) => (path.endsWith('.yaml') ? readManifests(path) : build(path, onPatch)))
  return transform(objects, folder, onPatch)
}

function readKustomization(folder: string): Kustomization {
  const kustomization = parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8'))
  const unsupported = Object.keys(kustomization).filter((field) => !supportedFields.includes(field))
  if (unsupported.length > 0) throw new Error(`${folder}: ${unsupported.join(', ')} is not supported here`)
  return kustomization
}

export const readManifests = (path: string): Manifest[] =>
  parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]?.message}`)
    return document.toJS()
  })

/** What a kustomization does to objects: components, then patches, then namespace and images. */
function transform(objects: Manifest[], folder: string, onPatch: OnPatch): Manifest[] {
  const { namespace, components = [], patches = [], images = [] } = readKustomization(folder)
  let result = objects
  for (const path of components) result = transform(result, join(folder, path), onPatch)
  for (const patch of patches) result = applyPatch(result, join(folder, patch.path), patch.target, onPatch)
  for (const { kind, metadata, spec } of result) {
    if (namespace && kind !== 'Namespace') metadata.namespace = namespace
    for (const container of spec?.template?.spec?.containers ?? []) {
      const image = images.find(({ name }) => name === container.image)
      if (image) container.image = `${image.newName}:${image.newTag}`
    }
  }
  return result
}

function applyPatch(objects: Manifest[], path: string, target: Patch['target'], onPatch: OnPatch) {
  const [patch] = readManifests(path)
  if (!patch) throw new Error(`${path} is empty`)
  const isTarget = ({ kind, metadata }: Manifest) =>
    target
      ? target.kind.split('|').includes(kind) && matchesLabels(target.labelSelector, metadata.labels)
      : kind === patch.kind && metadata.name === patch.metadata.name
  onPatch(path, objects.filter(isTarget).length)
  return objects.map((object) =>
    isTarget(object) ? { ...object, spec: merge(object.spec, structuredClone(patch.spec)) } : object,
  )
}

/** `a=b`, `a!=b`, `a in (b,c)`, `a notin (b,c)`. */
function matchesLabels(selector: string, labels: Record<string, string> = {}): boolean {
  const [, key = '', operator = '', values = ''] =
    /^(\S+?)\s*(!=|=|notin|in)\s*\(?([^)]*)\)?$/.exec(selector) ?? []
  const isListed = values.split(',').includes(labels[key] ?? '')
  return operator === '!=' || operator === 'notin' ? !isListed : isListed
}

/** Strategic merge: objects by field, lists of named things by name; anything else is replaced. */
function merge(base: unknown, change: unknown): unknown {
  if (areNamed(base) && areNamed(change)) {
    const changed = change.map((item) =>
      merge(
        base.find(({ name }) => name === item.name),
        item,
      ),
    )
    return [...changed, ...base.filter(({ name }) => !change.some((item) => item.name === name))]
  }
  if (!isObject(base) || !isObject(change)) return change
  const merged = Object.entries(change).map(([key, value]) => [key, merge(base[key], value)])
  return { ...base, ...Object.fromEntries(merged) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const areNamed = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.every((item) => isObject(item) && 'name' in item)
