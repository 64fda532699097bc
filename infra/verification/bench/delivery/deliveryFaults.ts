import { setTimeout as sleep } from 'node:timers/promises'
import { run, sql } from '@plumbline/platform/db'
import {
  type AcceptedSms,
  type Exchange,
  type FakeTwilio,
  hangUp,
  neverAnswer,
  refuseWith,
} from '../../../../services/messaging/src/testing/fakeTwilio.ts'
import { type Site, withSite } from './deliverySite.ts'
import type { Verdict } from './judge.ts'
import { createPeople, forEach, numberOf, type People } from './recipients.ts'

export type FaultOptions = {
  cancellations: number
  seed: number
  patienceMs: number
  /** Looks at all that was said between the worker and the SMS provider. */
  judge?: (exchanges: readonly Exchange[]) => Promise<Verdict | null>
}

/** The same numbers for the same seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * Cancellations while the worker is killed, the queue wiped twice, the database restarted and the SMS provider refuses,
 * breaks, keeps silent and hangs up. Answers what became of every one.
 */
export const deliverThroughFaults = (options: FaultOptions) =>
  withSite({ redis: true, pace, timeoutMs: 1_500 }, (site) => deliverAt(site, options))

const pace = { leaseSeconds: 6, lookupSeconds: 3, sweepMs: 1_000 }

async function deliverAt(site: Site, { cancellations, seed, patienceMs, judge }: FaultOptions) {
  const random = dice(seed)
  const hidden = misbehave(site.twilio, random)
  const people = createPeople(site)
  await forEach(cancellations, 8, people.register)
  const began = performance.now()
  const faults = { kills: 0, wipes: 0, restarts: 0 }
  const done = new AbortController()
  const harm = harmSite(site, random, faults, done.signal)
  await forEach(cancellations, 4, (id) => insist(() => people.cancel(id)))
  const open = await waitForDeliveries(
    people,
    cancellations,
    patienceMs - (performance.now() - began),
    () => faults,
  )
  const seconds = (performance.now() - began) / 1_000
  done.abort()
  await harm
  const outcome = await report(people, site, cancellations, hidden)
  await people.pool.end()
  const verdict = (await judge?.(site.twilio.exchanges)) ?? null
  return { ...outcome, ...faults, open, seconds, seed, verdict }
}

/** Makes the provider misbehave; returns the ids of the accepted SMS that are missing in its lists. */
function misbehave({ behaviour }: FakeTwilio, random: () => number): Set<string> {
  const hidden = new Set<string>()
  behaviour.latencyMs = () => 10 + random() * 60
  behaviour.isHidden = ({ sid }) => hidden.has(sid)
  const oneOf = (chances: [number, (res: never, sms: AcceptedSms) => 'handled' | undefined][]) => {
    let rest = random()
    for (const [chance, answer] of chances) {
      if (rest < chance) return answer
      rest -= chance
    }
    return undefined
  }
  behaviour.before = (res, sms) =>
    oneOf([
      [0.05, refuseWith(429, 20429)],
      [0.02, refuseWith(500, 20500)],
      [0.01, neverAnswer],
      [0.01, hangUp],
    ])?.(res as never, sms)
  let acceptedCount = 0
  behaviour.after = (res, it) => {
    acceptedCount += 1
    // one in fifty by count: by chance there would sometimes be none
    if (acceptedCount % 50 === 20) {
      hidden.add(it.sid)
      return refuseWith(500, 20500)(res as never, it)
    }
    return oneOf([
      [0.03, refuseWith(500, 20500)],
      [0.01, neverAnswer],
      [0.02, hangUp],
    ])?.(res as never, it)
  }
  return hidden
}

async function harmSite(
  site: Site,
  random: () => number,
  faults: { kills: number; wipes: number; restarts: number },
  over: AbortSignal,
): Promise<void> {
  for (let step = 1; !over.aborted; step++) {
    await sleep(700 + random() * 1_500)
    if (over.aborted) return
    if (step === 2 || step === 5) {
      await site.wipeQueue()
      faults.wipes += 1
    } else if (step === 4) {
      await site.restartPostgres()
      faults.restarts += 1
    } else if (step < 12) {
      await site.killWorker()
      faults.kills += 1
    } else return
  }
}

/** Tries again until it succeeds, as a caller does while the database is down. */
async function insist(work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch {
      await sleep(100)
    }
  }
}

/** Waits until nothing is open and every fault has happened; answers how much is open when patience ends. */
async function waitForDeliveries(
  { pool }: People,
  cancellations: number,
  patienceMs: number,
  faults: () => { kills: number; wipes: number; restarts: number },
): Promise<number> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    await sleep(250)
    const [row] = await run<{ open: number; all: number }>(
      pool,
      sql`SELECT count(*) FILTER (WHERE status IN ('pending', 'sending'))::int AS open, count(*)::int AS all
          FROM messaging.deliveries`,
    ).catch(() => [])
    const { wipes, restarts } = faults()
    const open = row ? row.open + cancellations * 2 - row.all : cancellations
    if ((open === 0 && wipes === 2 && restarts === 1) || Date.now() > deadline) return open
  }
}

async function report({ pool }: People, { twilio, smtp }: Site, cancellations: number, hidden: Set<string>) {
  const statusCounts = await run<{ type: string; status: string; n: number }>(
    pool,
    sql`SELECT type, status, count(*)::int AS n FROM messaging.messages GROUP BY type, status`,
  )
  const count = (type: string) =>
    statusCounts.filter((it) => it.type === type).reduce((sum, it) => sum + it.n, 0)
  const byNumber = new Map<string, AcceptedSms[]>()
  for (const it of twilio.accepted) byNumber.set(it.to, [...(byNumber.get(it.to) ?? []), it])
  const missing: string[] = []
  let duplicates = 0
  for (let id = 1; id <= cancellations; id++) {
    const accepted = byNumber.get(numberOf(id)) ?? []
    if (accepted.length === 0) missing.push(numberOf(id))
    duplicates += Math.max(0, accepted.filter((it) => !hidden.has(it.sid)).length - 1)
  }
  const mails = new Set(smtp.messageIds)
  const [failed] = await run<{ sms: number }>(
    pool,
    sql`SELECT count(*)::int AS sms FROM messaging.messages WHERE type = 'sms' AND status = 'failed'`,
  )
  return {
    intents: { sms: count('sms'), email: count('email') },
    shown: statusCounts,
    hidden: hidden.size,
    duplicates,
    missing: missing.length,
    failed: failed?.sms ?? 0,
    mails: mails.size,
    repeatedMails: smtp.messageIds.length - mails.size,
    taken: twilio.accepted.length,
  }
}
