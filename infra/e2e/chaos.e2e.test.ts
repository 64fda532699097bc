import pg from 'pg'
import { expect, it } from 'vitest'
import { createLoad } from '../chaos/load.ts'
import { runChaos } from '../chaos/run.ts'
import { openStage } from '../chaos/stage.ts'
import { judge } from '../chaos/verdict.ts'

// longer than a lease of a delivery and a sweep, should one be lost in mid-send
const patience = 400_000

it.each([
  { topology: 'together', names: ['connections terminated', 'database frozen', 'front told to end'] },
  { topology: 'distributed', names: ['database killed'] },
] as const)(
  'what was confirmed is stored once, told once and shown as the events say: $topology, $names',
  async ({ topology, names }) => {
    const { confirmed, problems } = await runChaos({ topology, names, seed: 1 })
    expect(problems).toEqual([])
    expect(confirmed).toBeGreaterThan(20)
  },
  patience,
)

it(
  'sees what is lost, stored twice, untold, or shown otherwise than the events say',
  async () => {
    const stage = await openStage({ topology: 'together', smallDisk: false })
    try {
      const load = createLoad(stage.url, 0)
      await load.untilServed()
      await load.untilServed()
      expect(await judge(stage, load.acknowledged)).toEqual([])
      const client = new pg.Client({ connectionString: stage.directUrl() })
      await client.connect()
      await client.query("UPDATE crm.leads SET last_name = 'Chaos-2' WHERE last_name = 'Chaos-1'")
      await client.end()
      const found = await judge(stage, [...load.acknowledged, { lastName: 'Chaos-999', id: 999 }], 1_000)
      for (const problem of [
        '2 of 3 confirmed requests are not stored',
        '1 requests are stored twice',
        '2 stored, 3 confirmed',
        'the owner never heard of 1 requests',
        'crm.leads differs from the events',
      ])
        expect(found.join('; ')).toContain(problem)
    } finally {
      await stage.close()
    }
  },
  patience,
)
