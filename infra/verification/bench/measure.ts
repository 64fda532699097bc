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
export type Load = Awaited<ReturnType<typeof load>>

export const quantile = (values: number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(q * (values.length - 1))] ?? Number.NaN

/** Of an even number of values the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}

/**
 * Measures several variants in turn, round after round, so that a machine that gets slower for a while
 * is slower for all of them; answers the medians over the rounds.
 */
export async function interleave<Name extends string>(
  rounds: number,
  variants: Record<Name, () => Promise<Load>>,
): Promise<Record<Name, Load>> {
  const names = Object.keys(variants) as Name[]
  const results = new Map<Name, Load[]>(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const name of names) results.get(name)?.push(await variants[name]())
  return Object.fromEntries(
    names.map((name) => {
      const runs = results.get(name) ?? []
      const of = (key: keyof Load) => median(runs.map((it) => it[key]))
      return [name, { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') }]
    }),
  ) as Record<Name, Load>
}
