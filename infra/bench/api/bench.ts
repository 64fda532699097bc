import type { Bench } from '../main.ts'
import { withPostgres } from '../store.ts'
import { type CaseName, caseOf, cases } from './cases.ts'
import { type Compared, compare } from './compare.ts'
import { type Farewell, sayFarewell } from './farewell.ts'
import { type Grown, growth } from './growth.ts'
import { type Loader, startLoader } from './loader.ts'
import { openSite, type Site } from './site.ts'
import { type Stall, worstStall } from './stall.ts'
import { addFigures, print } from './tell.ts'

export type Plan = {
  /** Customers, and as many appointments, ascending; of the first the whole list is asked for. */
  sizes: readonly number[]
  rounds: number
  seconds: number
  distributed: boolean
}

export type Outcome = {
  /** By size, then by case. */
  compared: Record<string, Record<string, Compared>>
  stall: { ours: Stall; crud: Stall }
  /** Null when there was one size alone. */
  growth: Grown | null
  farewell: Farewell
}

const names = Object.keys(cases) as CaseName[]
const reads = names.filter((name) => caseOf(name).kind === 'read')
const writes = names.filter((name) => caseOf(name).kind === 'write')

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
    { max_connections: '400', shared_buffers: '4GB' },
  )

async function measure(loader: Loader, plan: Plan, open: (rows: number) => Promise<Site>): Promise<Outcome> {
  const compared: Outcome['compared'] = {}
  const all = async (site: Site, wanted: readonly CaseName[]) => {
    for (const name of wanted) {
      const found = await compare(loader, site, name, plan)
      compared[site.rows] = { ...compared[site.rows], [name]: found }
      print(site.rows, name, found)
    }
  }
  const [rows = 0, ...larger] = plan.sizes
  const small = await open(rows)
  await all(small, reads)
  const stall = {
    ours: await worstStall(loader, small, 'ours', plan),
    crud: await worstStall(loader, small, 'crud', plan),
  }
  await all(small, writes)
  let grown: Grown | null = null
  for (const size of larger) {
    const site = await open(size)
    await all(
      site,
      names.filter((name) => !name.startsWith('list')),
    )
    if (size === larger.at(-1)) grown = await growth(loader, small, site, plan)
    await site.stop()
  }
  return { compared, stall, growth: grown, farewell: await sayFarewell(small) }
}

/** What event sourcing costs. Options: rows (1000000 for the whole of it), rounds, seconds; topology. */
export const bench: Bench = async ({ figures, option, topology }) => {
  const most = option('rows', 100_000)
  const outcome = await benchApi({
    sizes: [10_000, 100_000, 1_000_000].filter((rows) => rows <= most),
    rounds: option('rounds', 7),
    seconds: option('seconds', 3),
    distributed: topology === 'distributed',
  })
  addFigures(figures, outcome)
  return outcome
}
