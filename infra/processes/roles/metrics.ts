import { type Pool, run, type sql as Sql, sql } from '@plumbline/platform/db'
import type { Observe } from '@plumbline/platform/http'
import { listSubscriptions } from '@plumbline/platform/subscriptions'
import type { Queue } from 'bullmq'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { readLastRuns } from '../backup/runs.ts'

type Sample = { labels: Record<string, string>; value: number }
type Statement = ReturnType<typeof Sql>

/**
 * Metrics from the stores, in Prometheus' format, queried again on every scrape: deliveries by state, the age of the
 * oldest one, the lag of read models, dead-lettered streams, and the age of the last backup. `readModels`: those of this release, `crm.leads@3`; other
 * versions stand still and are left out. `backupInterval`: seconds between scheduled backups, if there are any.
 */
export function createStoreMetrics(
  pool: Pool,
  queues: readonly Queue[],
  readModels: readonly string[],
  backupInterval?: number,
): Registry {
  const names = new Set(readModels.map((it) => it.split('@')[0]))
  const isCurrent = ({ name, version }: { name: string; version: number }) =>
    !names.has(name) || readModels.includes(`${name}@${version}`)
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauge = (name: string, help: string, labelNames: string[], read: () => Promise<Sample[]>) =>
    new Gauge({
      name: `plumbline_${name}`,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset()
        for (const { labels, value } of await read()) this.set(labels, value)
      },
    })
  const rows = <Row extends Record<string, unknown>>(statement: Statement) => run<Row>(pool, statement)

  gauge('deliveries', 'E-mails and SMS by channel and state', ['channel', 'state'], async () =>
    (
      await rows<{ channel: string; state: string; n: string }>(
        sql`SELECT channel, CASE WHEN status = 'pending' AND refused_since IS NOT NULL THEN 'refused' ELSE status END AS state,
            count(*) AS n FROM messaging.deliveries GROUP BY 1, 2`,
      )
    ).map(({ channel, state, n }) => ({ labels: { channel, state }, value: Number(n) })),
  )
  gauge('oldest_delivery_seconds', 'How long the oldest delivery waits that could be sent', [], async () => {
    const [oldest] = await rows<{ age: string | null }>(
      sql`SELECT extract(epoch FROM now() - min(next_attempt_at)) AS age FROM messaging.deliveries
          WHERE status IN ('pending', 'sending') AND next_attempt_at <= now()`,
    )
    return [{ labels: {}, value: Number(oldest?.age ?? 0) }]
  })
  gauge('event_log_position', 'The last position of the event log', [], async () => [
    { labels: {}, value: await head(pool) },
  ])
  gauge(
    'subscription_lag_events',
    'Events that a subscription has yet to apply',
    ['subscription'],
    async () => {
      const [last, subscriptions] = await Promise.all([head(pool), listSubscriptions(pool)])
      return subscriptions
        .filter((it) => it.kind !== 'inline' && it.status !== 'retired' && isCurrent(it))
        .map(({ name, position }) => ({
          labels: { subscription: name },
          value: Math.max(0, last - Number(position)),
        }))
    },
  )
  gauge('dead_lettered_streams', 'Streams that a subscription does not apply', ['subscription'], async () =>
    (
      await rows<{ name: string; version: number; n: string }>(
        sql`SELECT subscription AS name, version, count(DISTINCT stream_id) AS n FROM es.parked GROUP BY 1, 2`,
      )
    )
      .filter(isCurrent)
      .map(({ name, n }) => ({ labels: { subscription: name }, value: Number(n) })),
  )
  gauge('backup_age_seconds', 'How old the last finished backup is, by any way of making one', [], async () =>
    (await readLastRuns(pool))
      .filter(({ kind }) => kind === 'backup')
      .map(({ age }) => ({ labels: {}, value: age })),
  )
  gauge('backup_interval_seconds', 'How often a backup is due', [], async () =>
    backupInterval === undefined ? [] : [{ labels: {}, value: backupInterval }],
  )
  gauge(
    'backup_outcome',
    'How the last backup and the last trial restore ended',
    ['kind', 'outcome'],
    async () =>
      (await readLastRuns(pool)).flatMap(({ kind, outcome }) =>
        outcome === null ? [] : [{ labels: { kind, outcome }, value: 1 }],
      ),
  )
  gauge('queue_jobs', 'Jobs by queue and state', ['queue', 'state'], async () => {
    const counts = await Promise.all(queues.map((queue) => queue.getJobCounts()))
    return queues.flatMap(({ name }, index) =>
      Object.entries(counts[index] ?? {}).map(([state, value]) => ({
        labels: { queue: name, state },
        value,
      })),
    )
  })
  return registry
}

const head = async (pool: Pool): Promise<number> => {
  const [last] = await run<{ position: string }>(
    pool,
    sql`SELECT coalesce(max(position), 0) AS position FROM es.events`,
  )
  return Number(last?.position)
}

/** How long requests take, by the path that was declared for them. */
export function createRequestMetrics(): {
  metrics: Registry
  observe: Observe
  onRemoteFailure: (failure: { name: string; build: string }) => void
} {
  const metrics = new Registry()
  collectDefaultMetrics({ register: metrics })
  const seconds = new Histogram({
    name: 'plumbline_http_request_seconds',
    help: 'Requests by declared path and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [metrics],
  })
  const failures = new Counter({
    name: 'plumbline_remote_failures_total',
    help: 'Micro-frontends that browsers could not load or run',
    labelNames: ['name', 'build'],
    registers: [metrics],
  })
  return {
    metrics,
    onRemoteFailure: (failure) => failures.inc(failure),
    observe: ({ method, route, status, seconds: took }) =>
      seconds.observe({ method, route, status: String(status) }, took),
  }
}
