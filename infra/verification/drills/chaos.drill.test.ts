import pg from 'pg'
import { expect, it } from 'vitest'
import { runChaos } from '../chaos/run.ts'
import { openStage } from '../chaos/stage.ts'
import { eventually } from '../e2e/client.ts'
import { createVisitors } from '../load/visitors.ts'

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
  'sees what is lost, stored twice, untold or told twice, shown otherwise than the events say, and who died',
  async () => {
    const stage = await openStage({ topology: 'together', smallDisk: false })
    try {
      const visitors = createVisitors(stage.url)
      await visitors.request()
      await visitors.request()
      expect(await stage.judge(visitors.confirmed)).toEqual([])
      const client = new pg.Client({ connectionString: stage.directUrl() })
      await client.connect()
      await client.query("UPDATE crm.leads SET last_name = 'Visitor-2' WHERE last_name = 'Visitor-1'")
      await client.query('SET session_replication_role = replica')
      await client.query("UPDATE es.events SET version = 2 WHERE type = 'LeadReceived' AND version = 1")
      await client.query(`DELETE FROM es.events
        WHERE position = (SELECT min(position) FROM es.events WHERE type = 'LeadReceived')`)
      await client.end()
      stage.smtp.mails.push(...stage.smtp.mails.slice(0, 1).map((it) => ({ ...it, messageId: '<another>' })))
      for (const pid of stage.frontPids()) process.kill(pid, 'SIGKILL')
      await visitors.request()
      await eventually(async () => stage.smtp.mails.some(({ subject }) => subject.includes('Visitor-3')))
      const problems = await stage.judge([...visitors.confirmed, { lastName: 'Visitor-999', id: 999 }], 1_000)
      for (const problem of [
        '2 of 4 confirmed requests are not stored',
        '1 requests are stored twice',
        '3 stored, 4 confirmed',
        '2 events for 3 rows',
        '1 streams have gaps',
        'the owner never heard of 1 requests',
        'the owner heard twice of 1 requests',
        'crm.leads differs from the events',
        '1 processes stopped though nobody stopped them',
      ])
        expect(problems.join('; ')).toContain(problem)
    } finally {
      await stage.close()
    }
  },
  patience,
)

it('gives up on a product that never answers, and says why', async () => {
  const visitors = createVisitors(() => 'http://localhost:10080', { count: 1, maxWaitMs: 500 })
  await visitors.request()
  await visitors.stop()
  expect(visitors.hasGivenUp()).toBe(true)
  expect(visitors.problems[0]).toBe('a request was not confirmed in 500 ms: bad port')
})
