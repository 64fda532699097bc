import type { Side, Site } from './apiSite.ts'
import type { Pace } from './compare.ts'
import type { Loader } from './loader.ts'

export type EventLoopDelay = { max: number; p999: number }

/** The longest event loop delay while ten ask for the whole list, in ms; the worst of the rounds. */
export async function maxEventLoopDelay(
  loader: Loader,
  site: Site,
  side: Side,
  { rounds, seconds }: Pace,
): Promise<EventLoopDelay> {
  const { url, inspect } = site.sides[side]
  const delays: EventLoopDelay[] = []
  for (let round = 0; round < rounds; round++) {
    await inspect(true)
    await loader.run({ url, cookie: site.cookie, name: 'list of customers', seconds, rows: site.rows })
    delays.push((await inspect()).delay)
  }
  return {
    max: Math.max(...delays.map((it) => it.max)),
    p999: Math.max(...delays.map((it) => it.p999)),
  }
}
