import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from '@plumbline/platform/db'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { root } from '../../processes/config.ts'
import { createRequestMetrics, createStoreMetrics } from '../../processes/metrics.ts'
import { headings } from '../../verification/documents/documents.ts'
import { build } from './kustomize.ts'
import { namesOf, promqlProblems } from './promql.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

// what the processes register; their values are not asked for, so no store is needed
const registries = [createStoreMetrics({} as Pool, [], []), createRequestMetrics().metrics]
const registeredMetrics = namesOf(
  registries.flatMap((registry) =>
    registry.getMetricsAsArray().flatMap(({ name }) => registry.getSingleMetric(name) ?? []),
  ),
)

const duration = z.string().regex(/^\d+[smh]$/)
const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^[A-Z][A-Za-z]+$/),
          expr: z.string(),
          for: duration.optional(),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
})
const Panel = z.object({
  id: z.number(),
  type: z.enum(['timeseries', 'stat']),
  title: z.string(),
  gridPos: z.strictObject({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana's own variable
  datasource: z.strictObject({ type: z.literal('prometheus'), uid: z.literal('${source}') }),
  targets: z.array(z.strictObject({ refId: z.string(), expr: z.string(), legendFormat: z.string() })),
})
const Dashboard = z.object({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  panels: z.array(Panel),
})

const { groups } = Rules.parse(parse(read('infra/deployment/monitoring/alerts.yaml')))
const rules = groups.flatMap((group) => group.rules)
const { panels } = Dashboard.parse(JSON.parse(read('infra/deployment/monitoring/dashboard.json')))

test.each(rules.map(({ alert, expr }) => [alert, expr]))(
  'the alert %s asks for what is measured',
  (_alert, expr) => {
    expect(promqlProblems(expr, registeredMetrics)).toEqual([])
  },
)

test.each(panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr])))(
  'the panel "%s" shows what is measured',
  (_title, expr) => {
    expect(promqlProblems(expr as string, registeredMetrics)).toEqual([])
  },
)

test('the worker is scaled by what is measured', () => {
  const objects = build(join(root, 'infra/deployment/kubernetes/overlays/franchise'))
  const [trigger] = objects.find(({ kind }) => kind === 'ScaledObject')?.spec.triggers ?? []
  expect(trigger.metadata.query).toContain('plumbline_oldest_delivery_seconds')
  expect(promqlProblems(trigger.metadata.query, registeredMetrics)).toEqual([])
})

test.each([
  ['a metric that does not exist', 'max(plumbline_oldest_message_seconds) > 1', /there is no metric/],
  ['a histogram without its suffix', 'rate(plumbline_http_request_seconds[5m])', /there is no metric/],
  ['a label that is not there', 'sum by (service) (plumbline_deliveries)', /no label service/],
  ['an open bracket', 'max(plumbline_deliveries', /does not parse/],
  ['a word of another language', 'SELECT max FROM plumbline_deliveries', /does not parse/],
])('caught: %s', (_what, expr, problem) => {
  expect(promqlProblems(expr, registeredMetrics).join()).toMatch(problem)
})

test('every alert leads to a heading of the operators’ book', () => {
  const operationsHeadings = headings(read('infra/docs/operations.md'))
  for (const { alert, annotations } of rules) {
    const [file, heading] = annotations.runbook.split('#')
    expect(file).toBe('infra/docs/operations.md')
    expect(operationsHeadings, alert).toContain(heading)
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test('no panel lies on another', () => {
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})
