// The part of Helm that the chart uses: no npm package renders Go templates, and the tests also run on machines without helm.
// The pipeline compares every rendering with what `helm template` prints (compareChart.ts).
import { createHash } from 'node:crypto'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { parse, parseAllDocuments } from 'yaml'
import type { Manifest } from './kustomize.ts'

type Values = Record<string, unknown>

/** The files of a chart, read once. */
export type Chart = {
  about: { name: string; version: string; appVersion: string }
  values: Values
  validate: ValidateFunction
  /** By their paths. */
  templates: [path: string, template: string][]
}

export type Release = {
  values?: Values
  /** Whether another release runs already. */
  isUpgrade?: boolean
  namespace?: string
}

// as Helm reads YAML: `yes` is no text
const yaml = { version: '1.1' } as const

export const loadChart = (files: Record<string, string>): Chart => ({
  about: parse(files['Chart.yaml'] as string),
  values: parse(files['values.yaml'] as string, yaml),
  validate: new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
    JSON.parse(files['values.schema.json'] as string),
  ),
  templates: Object.entries(files).filter(([path]) => path.startsWith('templates/')),
})

/** The objects that `helm template plumbline <chart> --namespace <namespace>` prints, with `--is-upgrade` or without. */
export const render = (chart: Chart, release?: Release): Manifest[] =>
  renderFiles(chart, release)
    .filter(([path]) => path.endsWith('.yaml'))
    .flatMap(([path, text]) => objectsIn(text, path))

/** The texts of all templates. Throws what the chart's schema has against the values. */
export function renderFiles(chart: Chart, release: Release = {}): [path: string, text: string][] {
  const { values = {}, isUpgrade = false, namespace = 'plumbline' } = release
  const { name, version, appVersion } = chart.about
  const data = {
    Values: merge(chart.values, values),
    Release: { Name: 'plumbline', Namespace: namespace, IsInstall: !isUpgrade, IsUpgrade: isUpgrade },
    Chart: { Name: name, Version: version, AppVersion: appVersion },
  }
  if (!chart.validate(data.Values)) throw new Error((chart.validate.errors ?? []).map(describe).join('\n'))
  return chart.templates.map(([path, template]) => [path, renderTemplate(template, data)])
}

const describe = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath} ${message} ${JSON.stringify(params)}`

/** Maps are merged, null takes a key away, anything else replaces. */
function merge(defaults: Values, given: Values): Values {
  const merged = { ...defaults }
  for (const [key, value] of Object.entries(given)) {
    if (value === null) delete merged[key]
    else merged[key] = isMap(value) && isMap(merged[key]) ? merge(merged[key], value) : value
  }
  return merged
}

const isMap = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const objectsIn = (text: string, path: string): Manifest[] =>
  parseAllDocuments(text, yaml).flatMap((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors[0]?.message}`)
    return document.toJS() ?? []
  })

/** What `.` is, and the variables of a `range`. */
type Scope = { data: unknown; variables?: Record<string, unknown> }
type Block = { action: string; body: (string | Block)[] }

/** The part of Go's text/template that the chart is written in: `if`, `range $key, $value :=`, `end` and pipelines. */
export const renderTemplate = (template: string, data: object): string =>
  renderBody(parseTemplate(template).body, { data })

function parseTemplate(template: string): Block {
  const top: Block = { action: '', body: [] }
  const open = [top]
  for (const [index, part] of template.split(/\{\{ (.*?) \}\}/).entries()) {
    const parent = open.at(-1)
    if (!parent) throw new Error('There is an end too many')
    if (index % 2 === 0) parent.body.push(part)
    else if (part === 'end') open.pop()
    else {
      const block: Block = { action: part, body: [] }
      parent.body.push(block)
      if (/^(if|range) /.test(part)) open.push(block)
    }
  }
  if (open.length > 1) throw new Error(`${open.at(-1)?.action} has no end`)
  return top
}

const renderBody = (body: Block['body'], scope: Scope): string =>
  body.map((it) => (typeof it === 'string' ? it : renderBlock(it, scope))).join('')

function renderBlock({ action, body }: Block, scope: Scope): string {
  const [, condition] = /^if (.+)$/.exec(action) ?? []
  if (condition) return evaluate(condition, scope) ? renderBody(body, scope) : ''
  const [, key = '', value = '', map] = /^range (\$\w+), (\$\w+) := (.+)$/.exec(action) ?? []
  if (!map) return String(evaluate(action, scope))
  return Object.entries(evaluate(map, scope) as object)
    .sort(byKey)
    .map(([name, it]) => renderBody(body, { ...scope, variables: { [key]: name, [value]: it } }))
    .join('')
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)

// biome-ignore lint/suspicious/noExplicitAny: templates have no types
const functions: Record<string, (...operands: any[]) => unknown> = {
  eq: (a, b) => a === b,
  default: (fallback, given) => given || fallback,
  list: (...items) => items,
  omit: (map, ...names) => Object.fromEntries(Object.entries(map).filter(([name]) => !names.includes(name))),
  sha256sum: (text) => createHash('sha256').update(text).digest('hex'),
  // as Go writes it
  toJson: (value) =>
    JSON.stringify(value, (_, it) =>
      isMap(it) ? Object.fromEntries(Object.entries(it).sort(byKey)) : it,
    ).replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
}

const evaluate = (pipeline: string, scope: Scope): unknown =>
  pipeline.split(' | ').reduce<unknown[]>((piped, call) => [evaluateCall(call, piped, scope)], [])[0]

function evaluateCall(call: string, piped: unknown[], scope: Scope): unknown {
  const [first = '', ...others] = call.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
  const apply = functions[first]
  return apply ? apply(...others.map((it) => operand(it, scope)), ...piped) : operand(first, scope)
}

function operand(word: string, { data, variables = {} }: Scope): unknown {
  if (word.startsWith('"')) return JSON.parse(word)
  const value = word.startsWith('.') ? at(data, word.slice(1).split('.')) : variables[word]
  if (value === undefined) throw new Error(`${word} is not there`)
  return value
}

const at = (map: unknown, keys: string[]): unknown =>
  keys.reduce((it, key) => (it as Record<string, unknown> | undefined)?.[key], map)
