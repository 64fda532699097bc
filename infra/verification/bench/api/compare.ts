import { interleave, median, medianOf, warmUps } from '../measure.ts'
import type { Side, Site } from './apiSite.ts'
import { type CaseName, caseOf } from './cases.ts'
import type { Loader } from './measuredProcess.ts'
import type { Load } from './requestLoad.ts'

export type Slice = Load & {
  /** Processor time per answer, with all that it causes: of the application, its worker and the database. */
  cpuMs: number
  /** Until subscriptions had processed what was written and everything was delivered. */
  settledMs: number
}
export type Comparison = Record<Side, Slice> & {
  /** Answers a second, ours over theirs, the median of the rounds. */
  ratio: number
  /** Processor time of an answer, ours over theirs, the median of the rounds. */
  cost: number
  /** The slowest hundredth of answers, ours over theirs, the median of the rounds. */
  p99Ratio: number
  /** What an answer of ours costs here over what it costs at the smallest size; null where it is not measured. */
  growth: number | null
  /** The same in one slice right after both were filled, before the database was vacuumed. */
  firstGrowth: number | null
  /** Processor time of a read of ours in that slice over that afterwards, at the same size; null for other calls. */
  firstMinute: number | null
}

export type Pace = { rounds: number; seconds: number }

// on the smallest site: the first slice, the comparison and the one with each larger site
const maxSlices = ({ rounds }: Pace) => 1 + 3 * (rounds + warmUps)
// a connection may prepare one call more than it sends
const spareCalls = 20
// what they deliver is waited for
const maxAnswers = 400

export async function measureSlice(
  loader: Loader,
  site: Site,
  side: Side,
  name: CaseName,
  pace: Pace,
): Promise<Slice> {
  const { url, processorMs } = site.sides[side]
  const { kind, supply, delivers } = caseOf(name)
  const share = supply && Math.floor(supply(site.rows) / maxSlices(pace)) - spareCalls
  const answers = share && Math.max(1, Math.min(share, maxAnswers))
  const before = processorMs()
  const job = { url, cookie: site.cookie, name, seconds: pace.seconds, rows: site.rows, answers }
  const load = await loader.run(job)
  const settledMs = kind === 'write' && side === 'ours' ? await site.waitUntilSettled(delivers ?? false) : 0
  return { ...load, cpuMs: (processorMs() - before) / load.requests, settledMs }
}

/** The median of the ratios of slices that ran next to each other. */
const ratioOf = (
  a: readonly Slice[],
  b: readonly Slice[],
  of: 'perSecond' | 'cpuMs' | 'p99' = 'perSecond',
): number => median(a.map((it, round) => it[of] / (b[round] as Slice)[of]))

/** `smallest`: the site with the fewest records, when this is another one. */
export async function compare(
  loader: Loader,
  site: Site,
  name: CaseName,
  { pace, smallest }: { pace: Pace; smallest?: Site },
): Promise<Omit<Comparison, 'firstGrowth' | 'firstMinute'>> {
  const measure = (of: Site, side: Side) => () => measureSlice(loader, of, side, name, pace)
  const grows = smallest && caseOf(name).scope === 'one' ? smallest : undefined
  const { ours, plain, oursSmall } = await interleave<'ours' | 'plain' | 'oursSmall', Slice>(pace.rounds, {
    ours: measure(site, 'ours'),
    plain: measure(site, 'plain'),
    ...(grows && { oursSmall: measure(grows, 'ours') }),
  })
  return {
    ours: medianOf(ours),
    plain: medianOf(plain),
    ratio: ratioOf(ours, plain),
    cost: ratioOf(ours, plain, 'cpuMs'),
    p99Ratio: ratioOf(ours, plain, 'p99'),
    growth: grows ? ratioOf(oursSmall, ours) : null,
  }
}
