import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool, run, sql } from '@plumbline/platform/db'
import { createLog } from '@plumbline/platform/log'
import type { Mail } from '@plumbline/platform/testing'
import { eventually } from '../e2e/client.ts'
import { runOfRelease } from '../upgrade/releaseProcess.ts'
import type { Confirmed } from './visitors.ts'

export type Store = {
  /** The release that checks. */
  root: string
  /** Its settings: DATABASE_URL, and MASTER_KEY or DATA_DIR. */
  env: Record<string, string>
  /** What the owner's mail server accepted. */
  mails: readonly Mail[]
}

// longer than a lease and a sweep, should a worker have lost its claim in mid-send
const mailPatienceMs = 200_000
// a second mail would come with the next sweep or attempt
const secondMailMs = 2_000

/** What was confirmed is stored once and sent once, and read models are as the events say. Answers what is not so. */
export async function judge(
  { root, env, mails }: Store,
  confirmed: readonly Confirmed[],
  patienceMs = mailPatienceMs,
): Promise<string[]> {
  const log = createLog('verdict', { write: () => {} })
  const pool = createPool({
    url: env.DATABASE_URL as string,
    name: 'verdict',
    log,
    max: 4,
    longRunning: true,
  })
  try {
    return [
      ...(await storedOnce(pool, confirmed)),
      ...(await withoutGaps(pool)),
      ...(await mailedOnce(pool, mails, confirmed, patienceMs)),
      ...(await eventually(() => isCaughtUp(pool), 30_000).then(
        () => [],
        () => ['read models do not come to the end of the log'],
      )),
      ...(await readModelsThatDiffer(root, env)),
    ]
  } finally {
    await pool.end()
  }
}

/** A confirmed request is stored once, under the id in its response. */
async function storedOnce(pool: Pool, confirmed: readonly Confirmed[]): Promise<string[]> {
  const all = await run<{ id: number; name: string }>(pool, sql`SELECT id, last_name AS name FROM crm.leads`)
  const rows = all.filter(({ name }) => name.startsWith('Visitor-'))
  const [logged] = await run<{ n: number }>(
    pool,
    sql`SELECT count(*)::int AS n FROM es.events WHERE type = 'LeadReceived'`,
  )
  const byId = new Map(rows.map(({ id, name }) => [id, name]))
  const lost = confirmed.filter(({ id, lastName }) => byId.get(id) !== lastName)
  const twice = rows.length - new Set(rows.map(({ name }) => name)).size
  return [
    ...(lost.length > 0 ? [`${lost.length} of ${confirmed.length} confirmed requests are not stored`] : []),
    ...(twice > 0 ? [`${twice} requests are stored twice`] : []),
    ...(rows.length === confirmed.length ? [] : [`${rows.length} stored, ${confirmed.length} confirmed`]),
    ...(logged?.n === all.length ? [] : [`${logged?.n} events for ${all.length} rows`]),
  ]
}

async function withoutGaps(pool: Pool): Promise<string[]> {
  const gaps = await run(
    pool,
    sql`SELECT stream_id FROM es.events GROUP BY stream_id HAVING count(*) <> max(version) OR min(version) <> 1`,
  )
  return gaps.length > 0 ? [`${gaps.length} streams have gaps`] : []
}

/** One mail to the owner for every request; a repeat under the same Message-ID is the same mail. */
async function mailedOnce(
  pool: Pool,
  mails: readonly Mail[],
  confirmed: readonly Confirmed[],
  patienceMs: number,
): Promise<string[]> {
  const mailIds = () =>
    Map.groupBy(
      new Map(mails.map((mail) => [mail.messageId, /Visitor-\d+/.exec(mail.subject)?.[0] ?? ''])),
      ([, name]) => name,
    )
  const isToldOfAll = async () => confirmed.every(({ lastName }) => mailIds().has(lastName))
  await eventually(isToldOfAll, patienceMs).catch(() => {})
  await sleep(secondMailMs)
  const idsByName = mailIds()
  const silent = confirmed.filter(({ lastName }) => !idsByName.has(lastName))
  const repeated = confirmed.filter(({ lastName }) => (idsByName.get(lastName)?.length ?? 0) > 1)
  const unsent = silent.length > 0 ? await unsentMails(pool) : ''
  return [
    ...(silent.length > 0 ? [`the owner never heard of ${silent.length} requests; not sent: ${unsent}`] : []),
    ...(repeated.length > 0 ? [`the owner heard twice of ${repeated.length} requests`] : []),
  ]
}

/** What the ledger says of mails that are not out. */
async function unsentMails(pool: Pool): Promise<string> {
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

/** Whether the read models of releases that run hold the whole log. */
async function isCaughtUp(pool: Pool): Promise<boolean> {
  const lagging = await run(
    pool,
    sql`SELECT 1 FROM es.subscriptions s
        WHERE kind = 'projection' AND status = 'live' AND position < es.high_water_mark()
          AND EXISTS (SELECT FROM es.releases r WHERE s.name || '@' || s.version = ANY (r.read_models)
            AND r.last_seen_at > now() - interval '12 s')`,
  )
  return lagging.length === 0
}

/** Read models of a release that are not as the events say. */
export async function readModelsThatDiffer(root: string, env: Record<string, string>): Promise<string[]> {
  const verify = ['infra/cli/ops/main.ts', 'projections', 'verify', '--all', '--json'] as const
  const output = await runOfRelease(root, verify, env, [0, 3])
  const checked = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { name: string; differences: string[] })
  if (checked.length < 10) throw new Error(`read models were not verified: ${output}`)
  return checked
    .filter((it) => it.differences.length > 0)
    .map((it) => `${it.name} differs from the events at ${it.differences.join(', ')}`)
}
