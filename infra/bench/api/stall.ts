import type { Loader } from './loader.ts'
import type { Side, Site } from './site.ts'

export type Stall = { max: number; p999: number }

/** How long the event loop stands still at most while ten ask for the whole list, in ms; the worst of the rounds. */
export async function worstStall(
  loader: Loader,
  site: Site,
  side: Side,
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Stall> {
  const { url, look } = site.sides[side]
  const given = { rows: site.rows, seed: 0 }
  const stalls: Stall[] = []
  for (let round = 0; round < rounds; round++) {
    await look(true)
    await loader.run({ url, cookie: site.cookie, name: 'list of customers', seconds, given })
    stalls.push((await look()).stall)
  }
  return {
    max: Math.max(...stalls.map((it) => it.max)),
    p999: Math.max(...stalls.map((it) => it.p999)),
  }
}
