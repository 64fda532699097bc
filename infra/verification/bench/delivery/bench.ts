import type { Bench } from '../main.ts'
import { withPostgres } from '../store.ts'
import { benchBare } from './bare.ts'
import { benchLatency } from './deliveryLatency.ts'
import { benchRate } from './rate.ts'

/** From the wish to send to the provider's yes, and how many of them a second. Options: rounds, seconds, events. */
export const bench: Bench = async ({ figures: { atLeast, atMost }, option }) => {
  const seconds = option('seconds', 15)
  const messages = option('events', 3_000)
  const rounds = option('rounds', 3)

  const latency = await benchLatency(seconds)
  atMost('wish to provider at 20/s, p50 ms', latency.p50, 50)
  atMost('wish to provider at 20/s, p99 ms', latency.p99, 250)

  const runs: { redis: number; postgres: number; bare: number }[] = []
  for (let round = 0; round < rounds; round++)
    runs.push({
      redis: await benchRate({ redis: true, messages }),
      postgres: await benchRate({ redis: false, messages }),
      bare: await withPostgres((url) => benchBare(url, messages)),
    })
  const middle = (of: keyof (typeof runs)[number]) =>
    runs.map((it) => it[of]).sort((a, b) => a - b)[Math.floor(rounds / 2)] as number
  atLeast('SMS sent / the same commits alone', middle('redis') / middle('bare'), 0.6)
  atLeast('SMS a second, queue in Postgres', middle('postgres'), 200)
  return { latency, runs }
}
