import { median } from '../measure.ts'
import { type CaseName, caseOf } from './cases.ts'
import type { Loaded } from './load.ts'
import type { Loader } from './loader.ts'
import type { Side, Site } from './site.ts'

export type Slice = Loaded & {
  /** Of the processor, by the process that answers; what the database and readers use is not in it. */
  cpuMs: number
  /** Until readers of the log had seen what was written. */
  settledMs: number
}
export type Compared = Record<Side, Slice> & {
  /** Answers a second, ours over the others', in the middle of the rounds. */
  ratio: number
}

let seed = 0

export async function slice(
  loader: Loader,
  site: Site,
  side: Side,
  name: CaseName,
  seconds: number,
): Promise<Slice> {
  const { url, look } = site.sides[side]
  const given = { rows: site.rows, seed: ++seed }
  const before = await look()
  const loaded = await loader.run({ url, cookie: site.cookie, name, seconds, given })
  const after = await look()
  const cpuMs = (after.cpuMs - before.cpuMs) / loaded.requests
  const settledMs = caseOf(name).kind === 'write' ? await site.settled() : 0
  return { ...loaded, cpuMs, settledMs }
}

export function middle(slices: readonly Slice[]): Slice {
  const of = (key: keyof Slice) => median(slices.map((it) => it[key]))
  return {
    ...{ requests: of('requests'), perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') },
    ...{ bytes: of('bytes'), cpuMs: of('cpuMs'), settledMs: of('settledMs') },
  }
}

/** Before what counts: code that has run for some seconds is compiled for what it meets. */
const warmUps = 2

/** Runs variants in turn, the other way round every other time, after rounds that do not count. */
export async function inTurn<Name extends string>(
  rounds: number,
  variants: Record<Name, () => Promise<Slice>>,
): Promise<Record<Name, Slice[]>> {
  const names = Object.keys(variants) as Name[]
  const found = Object.fromEntries(names.map((name) => [name, [] as Slice[]])) as Record<Name, Slice[]>
  for (let round = -warmUps; round < rounds; round++)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const measured = await variants[name]()
      if (round >= 0) found[name].push(measured)
    }
  return found
}

/** The middle of the ratios of those that ran next to each other. */
export const ratioOf = (a: readonly Slice[], b: readonly Slice[]): number =>
  median(a.map((it, round) => it.perSecond / (b[round] as Slice).perSecond))

export async function compare(
  loader: Loader,
  site: Site,
  name: CaseName,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Compared> {
  const { ours, crud } = await inTurn(rounds, {
    ours: () => slice(loader, site, 'ours', name, seconds),
    crud: () => slice(loader, site, 'crud', name, seconds),
  })
  return { ours: middle(ours), crud: middle(crud), ratio: ratioOf(ours, crud) }
}
