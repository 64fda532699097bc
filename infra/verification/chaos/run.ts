import { setTimeout as sleep } from 'node:timers/promises'
import type { Topology } from '../../processes/supervisor/topology.ts'
import { faults } from './faults.ts'
import { createLoad } from './load.ts'
import { openStage } from './stage.ts'
import { judge } from './verdict.ts'

export type ChaosOptions = {
  topology: Topology
  /** Names of faults, struck one after the other in this order. */
  names: readonly string[]
  /** Decides every random time. */
  seed: number
  say?: (line: string) => void
}

export type Struck = { fault: string; servedAgainAfterMs: number }
export type ChaosResult = {
  struck: Struck[]
  confirmed: number
  statuses: Record<string, number>
  /** What did not hold; empty is what everybody hopes for. */
  problems: string[]
}

const calmMs = 1_000
const mustServeWithinMs = 20_000
const writers = 4

/** Random numbers that come again with their seed (mulberry32, public domain). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Strikes the product with faults while people use it, and says what of its promises did not hold. */
export async function runChaos({
  topology,
  names,
  seed,
  say = () => {},
}: ChaosOptions): Promise<ChaosResult> {
  const random = seeded(seed)
  const smallDisk = names.some((name) => faults[name]?.needsSmallDisk)
  const stage = await openStage({ topology, smallDisk })
  // a database of one's own is not left behind
  const abandon = () => void stage.close().finally(() => process.exit(130))
  process.once('SIGINT', abandon)
  try {
    const load = createLoad(stage.url, writers)
    await load.untilServed()
    const struck: Struck[] = []
    const problems: string[] = []
    for (const name of names) {
      if (load.hopeless()) break
      const fault = faults[name]
      if (!fault)
        throw new Error(`There is no fault '${name}'; there are: ${Object.keys(faults).join(', ')}.`)
      await sleep(calmMs * (1 + random()))
      problems.push(...(await fault.strike(stage, load, random)).map((it) => `${name}: ${it}`))
      const servedAgainAfterMs = Math.round(await load.untilServed())
      if (servedAgainAfterMs > mustServeWithinMs)
        problems.push(`${name}: nobody was served for ${servedAgainAfterMs} ms afterwards`)
      struck.push({ fault: name, servedAgainAfterMs })
      say(
        `${name}: served again after ${servedAgainAfterMs} ms, ${load.acknowledged.length} confirmed so far`,
      )
    }
    await load.stop()
    problems.push(...load.problems.slice(0, 5), ...(await judge(stage, load.acknowledged)))
    return { struck, confirmed: load.acknowledged.length, statuses: load.statuses, problems }
  } finally {
    process.off('SIGINT', abandon)
    await stage.close()
  }
}
