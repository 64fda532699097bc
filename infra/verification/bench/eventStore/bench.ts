import type { Bench } from '../bench.ts'
import { withPostgres } from '../store.ts'
import { benchAppend } from './append.ts'
import { benchLatency, benchUnderRebuild } from './appendLatency.ts'
import { benchRebuild } from './rebuild.ts'

/** Appends against the least that could be done, and rebuilds. Options: rounds, events, seconds. */
export const bench: Bench = ({ figures: { atLeast, atMost }, option }) =>
  withPostgres(async (url) => {
    const rounds = option('rounds', 5)
    const events = option('events', 200_000)
    const seconds = option('seconds', 15)

    const latency = await benchLatency(url, seconds)
    atMost('append to async projection at 100/s, p50 ms', latency.p50, 10)
    atMost('append to async projection at 100/s, p99 ms', latency.p99, 50)

    const appends = await benchAppend(url, rounds)
    console.table(appends)
    const rate = (name: keyof typeof appends, of = appends) => of[name].perSecond
    atLeast('append / bare INSERT, 1 event', rate('append, 1 event') / rate('bare INSERT, 1 event'), 0.65)
    atLeast('append / bare INSERT, 4 events', rate('append, 4 events') / rate('bare INSERT, 4 events'), 0.65)
    atLeast(
      'append + inline projection / bare INSERT',
      rate('append + inline projection') / rate('bare INSERT, 1 event'),
      0.5,
    )
    const slow = await benchAppend(url, rounds, true)
    atLeast(
      'append / bare INSERT, slow flush',
      rate('append, 1 event', slow) / rate('bare INSERT, 1 event', slow),
      0.9,
    )

    const fewer = Math.min(3, rounds)
    const plain = await benchRebuild(url, events, fewer, 0)
    const requests = await benchUnderRebuild(url, seconds)
    const tenth = await benchRebuild(url, events, fewer, 0.1)
    const all = await benchRebuild(url, events, fewer, 1)
    const times = { plain, tenth, all }
    for (const [name, { ms }] of Object.entries(times))
      for (const [order, its] of Object.entries(ms))
        atMost(`rebuild ${order}, ${name}, s a 200 000 events`, (its / events) * 200, 20)
    atMost('writers paused by a swap, ms', Math.max(plain.pausedMs, tenth.pausedMs, all.pausedMs), 20)
    atMost('memory grown, MB', Math.max(plain.rssGrowthMb, tenth.rssGrowthMb, all.rssGrowthMb), 200)
    atMost('request p99 during a rebuild / without', requests.during.p99 / requests.without.p99, 3)
    return { appends, slow, plain, tenth, all, latency, requests }
  })
