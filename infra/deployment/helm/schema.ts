import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../processes/config.ts'
import { secrets } from '../../processes/secretFiles.ts'
import { knownVariables } from '../checks/environment.ts'
import { sizeRule } from './values.ts'
import { type Overlays, type ValueWithDefault, variablesOf } from './valuesOf.ts'

type Rules = Record<string, object>

/** What Helm checks values with before it does anything. Every value has a default, so every one is there. */
export function schemaOf(values: ValueWithDefault[], overlays: Overlays) {
  const groups = Map.groupBy(values, ({ name }) => name.split('.').slice(0, -1).join())
  const rulesOf = (group: string): Rules =>
    Object.fromEntries((groups.get(group) ?? []).map(({ name, rule }) => [name.split('.').at(-1), rule]))
  const top: Rules = { size: sizeRule, ...rulesOf('') }
  for (const group of groups.keys()) if (group) top[group] = closed(rulesOf(group))
  top.settings = closed(rulesOf('settings'), addableSettings(overlays))
  // Helm gives it to charts that are parts of others
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    ...closed(top, { global: { type: 'object' } }),
  }
}

const closed = (required: Rules, optional: Rules = {}) => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(required),
  properties: { ...optional, ...required },
})

/** Variables that the product reads, and that neither a secret, nor the manifests, nor the image have to set. */
function addableSettings(overlays: Overlays): Rules {
  const dockerfile = readFileSync(join(root, 'infra/deployment/Dockerfile'), 'utf8')
  const inImage = [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
    [...line.matchAll(/(\w+)=/g)].map(([, name]) => name),
  )
  const inPods = variablesOf(Object.values(overlays).flat()).map(({ name }) => name)
  const others = new Set<unknown>([...secrets, ...inImage, ...inPods, 'PUBLIC_URL'])
  const names = [...knownVariables].filter((name) => !others.has(name) && !name.endsWith('_FILE'))
  return Object.fromEntries(names.sort().map((name) => [name, { type: 'string' }]))
}
