import { setTimeout as sleep } from 'node:timers/promises'

/** Runs `work` on `workers` lanes until the time is over; answers operations a second and latencies in ms. */
export async function load(workers: number, ms: number, work: (lane: number, n: number) => Promise<void>) {
  const latencies: number[] = []
  const deadline = performance.now() + ms
  const started = performance.now()
  await Promise.all(
    Array.from({ length: workers }, async (_, lane) => {
      for (let n = 0; performance.now() < deadline; n++) {
        const before = performance.now()
        await work(lane, n)
        latencies.push(performance.now() - before)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1_000
  return {
    perSecond: latencies.length / seconds,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  }
}

export const quantile = (values: number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? Number.NaN

/** Of an even number of values the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/** Of each number of the slices. */
export const medianOf = <Slice extends Record<string, number>>(slices: readonly Slice[]): Slice =>
  Object.fromEntries(
    Object.keys(slices[0] ?? {}).map((key) => [key, median(slices.map((it) => it[key] as number))]),
  ) as Slice

/**
 * Runs variants in turn, round after round and the other way round every other time, so that a machine that gets slower for a
 * while is slower for all of them. The first round does not count: code that has run for some time is compiled for what it
 * meets.
 */
export async function interleave<Name extends string, Slice>(
  rounds: number,
  variants: Partial<Record<Name, () => Promise<Slice>>>,
): Promise<Record<Name, Slice[]>> {
  const names = Object.keys(variants) as Name[]
  const slices = Object.fromEntries(names.map((name) => [name, [] as Slice[]])) as Record<Name, Slice[]>
  for (let round = -warmUps; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const slice = (await variants[name]?.()) as Slice
      if (round >= 0) slices[name].push(slice)
    }
  return slices
}
export const warmUps = 1

/** Starts work at a steady pace whether or not the work before it is done, until `isOver`; waits for all of it. */
export async function pace(
  perSecond: number,
  isOver: (n: number) => boolean,
  work: (n: number) => Promise<unknown>,
): Promise<void> {
  const began = performance.now()
  const running = new Set<Promise<unknown>>()
  for (let n = 0; !isOver(n); n++) {
    await sleep(Math.max(0, began + (n * 1_000) / perSecond - performance.now()))
    const one = work(n)
    running.add(one)
    // a failure is thrown at the end
    one.then(
      () => running.delete(one),
      () => {},
    )
  }
  await Promise.all(running)
}
