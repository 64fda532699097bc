import type { Bench } from '../bench.ts'
import { withPostgres } from '../store.ts'
import { openSite, type Site } from './apiSite.ts'
import { type CaseName, caseOf, cases } from './cases.ts'
import { compare, measureSlice, type Pace, type Slice } from './compare.ts'
import { type Loader, type LoopDelay, startLoader } from './measuredProcess.ts'
import { addFigures, type Outcome, printMemory, printProgress } from './report.ts'

export type Plan = Pace & {
  /** Records of every kind, ascending; whole lists are asked for at the first size only. */
  sizes: readonly number[]
  distributed: boolean
  /** Only the calls whose name matches. */
  only?: RegExp
}

/** The product through its gateway, and the same calls on tables that are changed in place. */
export const benchApi = (plan: Plan): Promise<Outcome> =>
  withPostgres(
    async (server) => {
      const loader = await startLoader()
      const open: Site[] = []
      try {
        return await measure(loader, plan, async (rows) => {
          const site = await openSite({ server, rows, distributed: plan.distributed })
          open.push(site)
          return site
        })
      } finally {
        await loader.stop()
        for (const site of open) await site.stop()
      }
    },
    { max_connections: '400', shared_buffers: '4GB', maintenance_work_mem: '256MB' },
  )

async function measure(loader: Loader, plan: Plan, open: (rows: number) => Promise<Site>): Promise<Outcome> {
  const wanted = (Object.keys(cases) as CaseName[]).filter((name) => plan.only?.test(name) ?? true)
  const first: Record<number, Partial<Record<CaseName, Slice>>> = {}
  const outcome: Outcome = { compared: {}, delay: null, memory: {} }
  const [firstSize = 0] = plan.sizes
  let smallest: Site | undefined
  for (const rows of plan.sizes) {
    const site = await open(rows)
    first[rows] = await firstSlices(loader, site, wanted, plan)
    await site.vacuum()
    for (const name of wanted) {
      if (smallest && caseOf(name).scope === 'whole') continue
      const comparison = await compare(loader, site, name, { pace: plan, smallest })
      printProgress(rows, name, comparison)
      const [before, after] = [first[firstSize]?.[name], first[rows]?.[name]]
      const firstGrowth = smallest && before && after ? before.perSecond / after.perSecond : null
      const firstMinute = after && caseOf(name).kind === 'read' ? after.cpuMs / comparison.ours.cpuMs : null
      outcome.compared[rows] = {
        ...outcome.compared[rows],
        [name]: { ...comparison, firstGrowth, firstMinute },
      }
      // before anything is written, so that the list is of the same length in every run
      if (!smallest && name === 'list of customers')
        outcome.delay = await maxEventLoopDelay(loader, site, plan)
    }
    outcome.memory[rows] = site.memory()
    if (smallest) await site.stop()
    smallest ??= site
  }
  return outcome
}

/** Right after the records were loaded: what has to stay cheap while nothing was vacuumed yet. */
async function firstSlices(
  loader: Loader,
  site: Site,
  names: readonly CaseName[],
  pace: Pace,
): Promise<Partial<Record<CaseName, Slice>>> {
  const slices: Partial<Record<CaseName, Slice>> = {}
  for (const name of names.filter((it) => caseOf(it).scope === 'one')) {
    // the first answers of a process also compile what they run
    if (caseOf(name).kind === 'read') await measureSlice(loader, site, 'ours', name, pace)
    slices[name] = await measureSlice(loader, site, 'ours', name, pace)
  }
  return slices
}

/** The longest event loop delay while ten ask for the whole list, in ms; the worst of the rounds. */
async function maxEventLoopDelay(loader: Loader, site: Site, { rounds, seconds }: Pace): Promise<LoopDelay> {
  const { url } = site.sides.ours
  const delays: LoopDelay[] = []
  for (let round = 0; round < rounds; round++) {
    await site.readLoopDelay(true)
    await loader.run({ url, cookie: site.cookie, name: 'list of customers', seconds, rows: site.rows })
    delays.push(await site.readLoopDelay())
  }
  return {
    max: Math.max(...delays.map((it) => it.max)),
    p999: Math.max(...delays.map((it) => it.p999)),
  }
}

/**
 * What event sourcing costs. Options: `--rows` (10000 records of every kind, or up to 100000 or 1000000), `--rounds`,
 * `--seconds` of each slice, `--only` for the calls whose name matches a pattern; `--topology`.
 */
export const bench: Bench = async ({ figures, option, only, topology }) => {
  const largest = option('rows', 100_000)
  const outcome = await benchApi({
    sizes: [10_000, 100_000, 1_000_000].filter((rows) => rows <= largest),
    rounds: option('rounds', 5),
    seconds: option('seconds', 2),
    distributed: topology === 'distributed',
    only,
  })
  printMemory(outcome)
  addFigures(figures, outcome)
  return outcome
}
