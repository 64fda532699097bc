import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import { createKeyring } from '@plumbline/platform/encryption'
import { createLog } from '@plumbline/platform/log'
import { verifyProjection } from '@plumbline/platform/projections'
import { rebuildTargets } from '../../processes/stores/rebuildTargets.ts'
import type { Acknowledged } from './load.ts'
import type { Stage } from './stage.ts'

// longer than a lease and a sweep, should a worker have lost its claim in mid-send
const mailPatienceMs = 200_000

/** Everything that must hold once the dust has settled; answers what does not. */
export async function judge(
  stage: Stage,
  acknowledged: readonly Acknowledged[],
  patienceMs = mailPatienceMs,
): Promise<string[]> {
  const log = createLog('chaos', { write: () => {} })
  const pool = createPool({ url: stage.directUrl(), name: 'chaos', log, max: 4, longRunning: true })
  try {
    return [
      ...(await storedOnce(pool, acknowledged)),
      ...(await contiguous(pool)),
      ...(await mailedOnce(pool, stage, acknowledged, patienceMs)),
      ...(await asTheEventsSay(pool, stage)),
      ...(stage.unasked() > 0
        ? [`${stage.unasked()} processes stopped though nobody stopped them:\n${stage.lastWords()}`]
        : []),
    ]
  } finally {
    await pool.end()
  }
}

/** A confirmed request is stored once, under the id in its response. */
async function storedOnce(pool: Pool, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const rows = await run<{ id: number; name: string }>(
    pool,
    sql`SELECT id, last_name AS name FROM crm.leads WHERE last_name LIKE 'Chaos-%'`,
  )
  const [logged] = await run<{ n: number }>(
    pool,
    sql`SELECT count(*)::int AS n FROM es.events WHERE type = 'LeadReceived'`,
  )
  const byId = new Map(rows.map(({ id, name }) => [id, name]))
  const lost = acknowledged.filter(({ id, lastName }) => byId.get(id) !== lastName)
  const twice = rows.length - new Set(rows.map(({ name }) => name)).size
  return [
    ...(lost.length > 0
      ? [`${lost.length} of ${acknowledged.length} confirmed requests are not stored`]
      : []),
    ...(twice > 0 ? [`${twice} requests are stored twice`] : []),
    ...(rows.length === acknowledged.length
      ? []
      : [`${rows.length} stored, ${acknowledged.length} confirmed`]),
    ...(logged?.n === rows.length ? [] : [`${logged?.n} events for ${rows.length} rows`]),
  ]
}

async function contiguous(pool: Pool): Promise<string[]> {
  const gaps = await run(
    pool,
    sql`SELECT stream_id FROM es.events GROUP BY stream_id HAVING count(*) <> max(version) OR min(version) <> 1`,
  )
  return gaps.length > 0 ? [`${gaps.length} streams have gaps`] : []
}

/** One mail to the owner for every request; a repeat under the same Message-ID is the same mail. */
async function mailedOnce(
  pool: Pool,
  stage: Stage,
  acknowledged: readonly Acknowledged[],
  patienceMs: number,
): Promise<string[]> {
  const idsOf = () => {
    const byName = new Map<string, Set<string>>()
    for (const { subject, messageId } of stage.smtp.mails) {
      const name = /Chaos-\d+/.exec(subject)?.[0]
      if (name) byName.set(name, (byName.get(name) ?? new Set()).add(messageId))
    }
    return byName
  }
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(250))
    if (idsOf().size >= acknowledged.length) break
  const idsByName = idsOf()
  const silent = acknowledged.filter(({ lastName }) => !idsByName.has(lastName))
  const repeated = [...idsByName.values()].filter((ids) => ids.size > 1)
  const open = silent.length > 0 ? await openMails(pool) : ''
  return [
    ...(silent.length > 0 ? [`the owner never heard of ${silent.length} requests; not sent: ${open}`] : []),
    ...(repeated.length > 0 ? [`the owner heard twice of ${repeated.length} requests`] : []),
  ]
}

/** What the ledger says of mails that are not out. */
async function openMails(pool: Pool): Promise<string> {
  const rows = await run<{ n: number; status: string; attempt: number; seconds: number }>(
    pool,
    sql`SELECT count(*)::int AS n, status, attempt,
          extract(epoch FROM max(coalesce(lease_until, next_attempt_at)) - now())::int AS seconds
        FROM messaging.deliveries WHERE status <> 'sent' GROUP BY status, attempt`,
  )
  return rows
    .map(({ n, status, attempt, seconds }) => `${n} ${status}, attempt ${attempt}, due in ${seconds} s`)
    .join('; ')
}

async function asTheEventsSay(pool: Pool, stage: Stage): Promise<string[]> {
  const keyring = createKeyring(stage.masterKey)
  const problems: string[] = []
  for (const target of rebuildTargets) {
    const { differences } = await verifyProjection(target, { pool, keyring })
    if (differences.length > 0)
      problems.push(`${target.name} differs from the events at ${differences.join(', ')}`)
  }
  return problems
}
