import { readClock } from '@plumbline/business/directory'
import { type Db, run, sql } from '@plumbline/platform/db'
import { defaultTimeZone, readTime } from '@plumbline/platform/time'
import * as z from 'zod'
import { type Context, defineCommand } from './command.ts'

const states = ['pending', 'sending', 'sent', 'failed'] as const
const Id = z.guid()
const Options = z.object({
  state: z.enum(states, `The states are: ${states.join(', ')}.`).optional(),
  limit: z.coerce.number('--limit takes a number.').int().min(1).max(10_000).default(50),
})

export type ListedDelivery = {
  id: string
  channel: string
  state: (typeof states)[number]
  attempts: number
  ageSeconds: number
  /** Without the addresses and numbers that servers like to repeat. */
  lastError: string | null
}

/** The newest deliveries and their outcomes, without recipients and message texts. */
export const deliveriesOf = (db: Db, { state, limit }: z.infer<typeof Options>): Promise<ListedDelivery[]> =>
  run<ListedDelivery>(
    db,
    sql`SELECT id, channel, status AS state, attempt AS attempts,
          extract(epoch FROM now() - created_at)::int AS "ageSeconds",
          regexp_replace(regexp_replace(last_error, '[^\\s<>@]+@[^\\s<>@]+', '…', 'g'),
            '\\+?\\d[\\d() -]{8,}\\d', '…', 'g') AS "lastError"
        FROM messaging.deliveries WHERE ${state ?? null}::text IS NULL OR status = ${state ?? null}
        ORDER BY created_at DESC, id LIMIT ${limit}`,
  )

export type Retried = {
  retried: string[]
  /** Why the others were left as they are. */
  refused: { id: string; reason: string }[]
}

/** Which failed deliveries: by id, or all that were written since then. */
export type Chosen = { ids: readonly string[] } | { since: Date }

/** Gives failed deliveries another chance: the next sweep hands them to the worker, which checks each before it sends. */
export async function retryFailed(db: Db, chosen: Chosen): Promise<Retried> {
  const { ids, since } = { ids: [], since: null, ...chosen }
  const validIds = ids.filter((id) => Id.safeParse(id).success)
  const rows = await run<{ id: string }>(
    db,
    sql`UPDATE messaging.deliveries SET status = 'pending', attempt = 0, next_attempt_at = now(), updated_at = now()
        WHERE status = 'failed' AND (id = ANY(${validIds}::uuid[]) OR created_at >= ${since}::timestamptz) RETURNING id`,
  )
  const retried = rows.map((row) => row.id)
  const others = ids.filter((id) => !retried.includes(id.toLowerCase()))
  const deliveries = await run<{ id: string; reason: string | null }>(
    db,
    sql`SELECT id, CASE WHEN status = 'sent' THEN 'was sent already'
            WHEN status = 'sending' AND lease_until > now() THEN 'is being sent right now' END AS reason
        FROM messaging.deliveries WHERE id = ANY(${validIds}::uuid[])`,
  )
  const reasons = new Map(deliveries.map(({ id, reason }) => [id, reason]))
  const refused = others.flatMap((id) => {
    const reason = reasons.has(id.toLowerCase()) ? reasons.get(id.toLowerCase()) : 'is no delivery'
    // whatever waits to be sent already is what was asked for
    return reason ? [{ id, reason }] : []
  })
  return { retried, refused }
}

const lengths = { min: 60_000, h: 3_600_000, d: 86_400_000 }

/** A day, a moment, or a span before now: `2026-11-20`, `2026-11-20T08:00:00Z`, `90min`, `24h`, `7d`. */
export function readSince(text: string, timeZone = defaultTimeZone, now = new Date()): Date {
  const [, count, unit] = /^(\d{1,4})(min|h|d)$/.exec(text) ?? []
  if (unit) return new Date(now.getTime() - Number(count) * lengths[unit as keyof typeof lengths])
  const moment = readTime(timeZone, text)
  if (!moment)
    throw new Error(`--since takes a day, a time or a span, such as 2026-11-20 or 24h, not "${text}".`)
  return moment
}

/** The same by the clock of the business. */
async function readSinceFor({ pool }: Context, text: string | undefined): Promise<Date> {
  if (text === undefined)
    throw new Error(
      'deliveries retry --failed needs --since, such as --since 24h or --since 2026-11-20: older deliveries stay failed.',
    )
  const now = new Date()
  return readSince(text, (await readClock(pool, now)).timeZone, now)
}

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const
const age = (seconds: number): string => {
  const [unit, length] = units.find(([, each]) => seconds >= each) ?? ['s', 1]
  return `${Math.floor(seconds / length)} ${unit}`
}

export const listDeliveries = defineCommand({
  usage: `deliveries list [--state <${states.join('|')}>] [--limit <n>]`,
  example: 'deliveries list --state failed',
  options: { state: { type: 'string' }, limit: { type: 'string' } },
  run: async (context, _args, options) => {
    const { success, data, error } = Options.safeParse(options)
    if (!success) throw new Error(error.issues.map((issue) => issue.message).join(' '))
    const rows = await deliveriesOf(context.pool, data)
    if (context.json) console.log(JSON.stringify(rows))
    else console.table(rows.map(({ ageSeconds, ...row }) => ({ ...row, age: age(ageSeconds) })))
  },
})

const retryUsage = 'deliveries retry <id…|--failed --since <day|24h>>'

export const retryDeliveries = defineCommand({
  usage: retryUsage,
  example: 'deliveries retry --failed --since 24h',
  options: { failed: { type: 'boolean', default: false }, since: { type: 'string' } },
  run: async (context, ids, { failed, since }) => {
    if (failed === ids.length > 0) throw new Error(`Usage: npm run ops -- ${retryUsage}`)
    const chosen = failed ? { since: await readSinceFor(context, since) } : { ids }
    const { retried, refused } = await retryFailed(context.pool, chosen)
    if (context.json) console.log(JSON.stringify({ retried, refused }))
    else {
      console.log(`${retried.length} deliveries will be checked and sent within a minute`)
      for (const { id, reason } of refused) console.log(`${id} ${reason}`)
    }
    if (refused.length > 0) process.exitCode = 3
  },
})
