// The Helm chart is made of the manifests, so that neither its templates nor its defaults can differ from them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Document, isMap, type Scalar, stringify } from 'yaml'
import { root } from '../../processes/config.ts'
import { build } from '../checks/kustomize.ts'
import { schemaOf } from './schema.ts'
import { templatesOf } from './templates.ts'
import { groupDescriptions, sizeRule, sizes } from './values.ts'
import { type Overlays, type ValueWithDefault, valuesOf } from './valuesOf.ts'

export const buildOverlays = (): Overlays =>
  Object.fromEntries(
    sizes.map((size) => [size, build(join(root, 'infra/deployment/kubernetes/overlays', size))]),
  ) as Overlays

/** The files of the chart, by their paths in it. */
export function chartOf(overlays: Overlays): Record<string, string> {
  const values = valuesOf(overlays)
  return {
    'Chart.yaml': chartYaml(),
    'values.yaml': valuesYaml(values),
    'values.schema.json': `${JSON.stringify(schemaOf(values, overlays), null, 2)}\n`,
    'templates/NOTES.txt': readFileSync(join(import.meta.dirname, 'NOTES.txt'), 'utf8'),
    ...Object.assign({}, ...sizes.map((size) => templatesOf(overlays[size], values, size))),
  }
}

function chartYaml(): string {
  const { name, version, description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return stringify({
    apiVersion: 'v2',
    type: 'application',
    ...{ name, version, description },
    appVersion: version,
    kubeVersion: '>=1.30.0-0',
  })
}

function valuesYaml(values: ValueWithDefault[]): string {
  const defaults: Record<string, unknown> = { size: sizes[0] }
  const comments: Record<string, string | undefined> = { ...groupDescriptions, size: sizeRule.description }
  for (const value of values) {
    const [group = '', name] = value.name.split('.')
    defaults[group] = name ? { ...(defaults[group] as object), [name]: value.default } : value.default
    comments[value.name] = commentOf(value)
  }
  const document = new Document(defaults, { version: '1.1' })
  describeFields(document.contents, comments)
  return document.toString({ lineWidth: 0 })
}

const commentOf = ({ rule, defaults }: ValueWithDefault): string | undefined => {
  const perSize = sizes.flatMap((size) => (defaults?.[size] ? `${defaults[size]} (${size})` : []))
  return [rule.description, perSize.length > 0 && `Empty: ${perSize.join(', ')}`].filter(Boolean).join('. ')
}

function describeFields(node: unknown, comments: Record<string, string | undefined>, path = ''): void {
  if (!isMap<Scalar<string>>(node)) return
  for (const { key, value } of node.items) {
    const name = path + key.value
    if (comments[name]) key.commentBefore = ` ${comments[name]}`
    if (path === '') key.spaceBefore = true
    describeFields(value, comments, `${name}.`)
  }
}
