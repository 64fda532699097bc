// What promtool, which the pipeline runs on the alerts, cannot know: whether the product has these metrics and labels.
// The grammar is that of Prometheus itself.
import { parser } from '@prometheus-io/lezer-promql'
import type { MetricObject } from 'prom-client'

/** What a metric is called in an answer of /metrics, and its labels. */
export type KnownMetrics = ReadonlyMap<string, ReadonlySet<string>>

/** Prometheus puts these on everything it collects. */
const targetLabels = ['job', 'instance', 'namespace', 'pod']

type Described = MetricObject & { type: string | number; labelNames?: readonly string[]; name: string }

/** The names under which registered metrics appear: a histogram is three of them. */
export function namesOf(metrics: readonly object[]): KnownMetrics {
  const labelsByMetric = new Map([['up', new Set(targetLabels)]])
  for (const { name, labelNames = [], ...metric } of metrics as Described[]) {
    const isHistogram =
      metric.constructor?.name === 'Histogram' || 'buckets' in metric || 'upperBounds' in metric
    const suffixes = isHistogram ? ['_bucket', '_sum', '_count'] : ['']
    for (const suffix of suffixes) {
      const labels = [...targetLabels, ...labelNames, ...(suffix === '_bucket' ? ['le'] : [])]
      labelsByMetric.set(`${name}${suffix}`, new Set(labels))
    }
  }
  return labelsByMetric
}

/** What is wrong with an expression: it does not parse, or names a metric or label that the product does not have. */
export function promqlProblems(expression: string, knownMetrics: KnownMetrics): string[] {
  const syntaxErrors: string[] = []
  const metrics: string[] = []
  const labels: string[] = []
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      const text = expression.slice(from, to)
      if (type.isError) syntaxErrors.push(`it does not parse at ${from}: ${expression}`)
      if (type.name === 'Identifier') metrics.push(text)
      if (type.name === 'LabelName') labels.push(text)
    },
  })
  const unknown = metrics.filter((name) => !knownMetrics.has(name))
  const has = (label: string) => metrics.some((name) => knownMetrics.get(name)?.has(label))
  return [
    ...syntaxErrors,
    ...unknown.map((name) => `there is no metric ${name}`),
    ...(unknown.length > 0
      ? []
      : labels.filter((label) => !has(label)).map((label) => `${metrics} has no label ${label}`)),
  ]
}
