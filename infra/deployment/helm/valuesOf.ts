import type { Manifest } from '../checks/kustomize.ts'
import { readFrom } from './places.ts'
import { namedValues, resourcesRule, type Size, settingRules, sizes, type Value } from './values.ts'

/** The objects of each size, as kustomize builds them. */
export type Overlays = Record<Size, Manifest[]>

/** A value and what the manifests have in its places. */
export type ValueWithDefault = Value & {
  default: unknown
  /** Where the sizes differ: the default is empty then, which means that of the size. */
  defaults?: Record<Size, string>
}

const addressInCluster = /^http:\/\/[a-z]+$/

type Variable = { name: string; value?: string }

export const variablesOf = (objects: Manifest[]): Variable[] =>
  workloads(objects).flatMap(({ spec }) =>
    spec.template.spec.containers.flatMap(({ env = [] }: { env?: Variable[] }) => env),
  )

const workloads = (objects: Manifest[]) =>
  objects.filter(({ kind }) => kind === 'Deployment' || kind === 'Job')

/** Every value. A new key of the ConfigMap, variable of a pod or kind of process makes one by itself. */
export function valuesOf(overlays: Overlays): ValueWithDefault[] {
  const all = Object.values(overlays).flat()
  return [...namedValues, ...settings(all), ...resources(all)].map((value) => withDefault(value, overlays))
}

function settings(objects: Manifest[]): Value[] {
  const named = namedValues.flatMap(({ places }) => places.map(({ field }) => field))
  const inMaps = objects
    .filter(({ kind }) => kind === 'ConfigMap')
    .flatMap(({ data }) => Object.keys(data))
    .filter((name) => !named.includes(`data ${name}`))
  const inPods = variablesOf(objects)
    .filter(({ value }) => value !== undefined && !addressInCluster.test(value))
    .map(({ name }) => name)
  return [...new Set([...inMaps, ...inPods])].map((name) => ({
    name: `settings.${name}`,
    rule: { type: 'string', ...settingRules[name] },
    places: [
      { kinds: 'ConfigMap', field: `data ${name}` },
      { kinds: 'Deployment|Job', field: `spec template spec containers * env ${name} value` },
    ],
  }))
}

const resources = (objects: Manifest[]): Value[] =>
  [...new Set(workloads(objects).map(({ metadata }) => metadata.name))].map((name) => ({
    name: `resources.${name}`,
    rule: resourcesRule,
    places: [{ kinds: 'Deployment|Job', object: name, field: 'spec template spec containers * resources' }],
  }))

function withDefault(value: Value, overlays: Overlays): ValueWithDefault {
  const found = sizes
    .map((size) => [size, readFrom(overlays[size], value.places, `${value.name} (${size})`)] as const)
    .filter(([, it]) => it !== undefined)
  const [first] = found
  if (!first) throw new Error(`${value.name}: the manifests have none of its places`)
  const isSame = found.every(([, it]) => JSON.stringify(it) === JSON.stringify(first[1]))
  if (isSame) return { ...value, default: value.fallback ? '' : first[1] }
  if (found.some(([, it]) => typeof it !== 'string'))
    throw new Error(`${value.name}: only texts may differ between the sizes`)
  return { ...value, default: '', defaults: Object.fromEntries(found) as Record<Size, string> }
}
