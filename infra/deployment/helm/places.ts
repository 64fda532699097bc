import type { Manifest } from '../checks/kustomize.ts'

/** Fields of the manifests: in objects of these kinds (`Deployment|Job`) and this name (any when left out), by their keys. */
export type Place = {
  kinds?: string
  object?: string
  /** Keys with spaces between; in a list the name of an item, or `*` for each of them. */
  field: string
  /** The group is the part of a text that is meant. A text that does not match is none of these places. */
  part?: RegExp
}

/** Answers what stands in a place instead; `isPart` when the place is a part of a text. */
type Replace = (found: unknown, isPart: boolean) => unknown

export const replaceIn = (object: Manifest, places: readonly Place[], replace: Replace): Manifest =>
  places
    .filter(({ kinds }) => !kinds || kinds.split('|').includes(object.kind))
    .filter((place) => !place.object || place.object === object.metadata.name)
    .reduce(
      (changed, { field, part }) =>
        change(changed, field.split(' '), replaceWhole(replace, part)) as Manifest,
      object,
    )

/** What the manifests have in these places, the same in each; undefined when they have none of them. */
export function readFrom(objects: Manifest[], places: readonly Place[], name: string): unknown {
  const found = new Map<string, unknown>()
  for (const object of objects)
    replaceIn(object, places, (it) => {
      found.set(JSON.stringify(it), it)
      return it
    })
  if (found.size > 1) throw new Error(`${name} is not the same everywhere: ${[...found.keys()].join(', ')}`)
  return [...found.values()][0]
}

const replaceWhole = (replace: Replace, part?: RegExp) => (found: unknown) =>
  part
    ? String(found).replace(part, (whole, group: string) =>
        whole.replace(group, () => String(replace(group, true))),
      )
    : replace(found, false)

function change(node: unknown, [field, ...rest]: string[], replace: (found: unknown) => unknown): unknown {
  if (field === undefined) return replace(node)
  if (Array.isArray(node))
    return node.map((item) => (field === '*' || item.name === field ? change(item, rest, replace) : item))
  if (typeof node !== 'object' || node === null || !(field in node)) return node
  const fields = node as Record<string, unknown>
  return { ...fields, [field]: change(fields[field], rest, replace) }
}
