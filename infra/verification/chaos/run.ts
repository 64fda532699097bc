import { setTimeout as sleep } from 'node:timers/promises'
import { dice } from '../../demo/dice.ts'
import type { Topology } from '../../processes/supervisor/topology.ts'
import { createVisitors } from '../load/visitors.ts'
import { faults } from './faults.ts'
import { openStage } from './stage.ts'

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
const visitorCount = 4

/** Strikes the product with faults while people use it, and says what of its promises did not hold. */
export async function runChaos({
  topology,
  names,
  seed,
  say = () => {},
}: ChaosOptions): Promise<ChaosResult> {
  const random = dice(seed)
  const smallDisk = names.some((name) => faults[name]?.needsSmallDisk)
  const stage = await openStage({ topology, smallDisk })
  // a database of one's own is not left behind
  const abandon = () => void stage.close().finally(() => process.exit(130))
  process.once('SIGINT', abandon)
  try {
    const visitors = createVisitors(stage.url, { count: visitorCount })
    await visitors.request()
    const struck: Struck[] = []
    const problems: string[] = []
    for (const name of names) {
      if (visitors.hasGivenUp()) break
      const fault = faults[name]
      if (!fault)
        throw new Error(`There is no fault '${name}'; there are: ${Object.keys(faults).join(', ')}.`)
      await sleep(calmMs * (1 + random()))
      problems.push(...((await fault.strike(stage, visitors, random)) ?? []).map((it) => `${name}: ${it}`))
      const servedAgainAfterMs = Math.round(await visitors.request())
      if (servedAgainAfterMs > mustServeWithinMs)
        problems.push(`${name}: nobody was served for ${servedAgainAfterMs} ms afterwards`)
      struck.push({ fault: name, servedAgainAfterMs })
      say(
        `${name}: served again after ${servedAgainAfterMs} ms, ${visitors.confirmed.length} confirmed so far`,
      )
    }
    await visitors.stop()
    problems.push(...visitors.problems.slice(0, 5), ...(await stage.judge(visitors.confirmed)))
    return { struck, confirmed: visitors.confirmed.length, statuses: visitors.statuses, problems }
  } finally {
    process.off('SIGINT', abandon)
    await stage.close()
  }
}
