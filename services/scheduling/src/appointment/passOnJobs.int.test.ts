import { inTransaction } from '@plumbline/platform/db'
import { readStream } from '@plumbline/platform/event-store'
import { startServiceForTest } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scheduling } from '../service.ts'
import {
  addCustomer,
  addMember,
  getAppointment,
  type SchedulingTest,
  schedule,
  testOptions,
} from '../testing.ts'

let test: SchedulingTest
let customerId: number
let members = 100

beforeAll(async () => {
  test = await startServiceForTest(scheduling, testOptions)
  customerId = await addCustomer(test)
})
afterAll(() => test.stop())

async function member(): Promise<number> {
  const id = ++members
  await addMember(test, id)
  return id
}
const deactivatedAt = '2026-11-21T15:00:00.000Z'
const deactivate = (userId: number, jobsGoTo?: number | null) =>
  test.appendForeign(
    `member-${userId}`,
    {
      type: 'MemberDeactivated',
      data: { userId, ...(jobsGoTo !== undefined && { jobsGoTo }), deactivatedAt },
    },
    { actor: 'user-1', actorName: 'owner' },
  )
const job = async (scheduledDate: string, assigneeIds: number[]): Promise<number> =>
  (await schedule(test, { customerId, scheduledDate, assigneeIds })).id
const edit = (id: number, body: object) => test.call('PUT', `/api/appointments/${id}`, { body })
const crewOf = async (id: number) => (await getAppointment(test, id)).assigneeIds
const assignments = async (id: number) =>
  (await readStream(test.owner, `appointment-${id}`)).filter(({ type }) => type === 'AppointmentAssigned')

/** Jobs of a member of every kind, most with another one. */
async function jobsOf(leaver: number, other: number) {
  const future = '2026-11-25T14:00:00.000Z'
  const jobs = {
    alone: await job(future, [leaver]),
    crew: await job(future, [leaver, other]),
    past: await job('2026-11-20T14:00:00.000Z', [leaver]),
    running: await job(future, [leaver]),
    completed: await job(future, [leaver]),
    cancelled: await job(future, [leaver]),
    ofOther: await job(future, [other]),
  }
  await edit(jobs.running, { status: 'in_progress' })
  await edit(jobs.completed, { status: 'completed' })
  await edit(jobs.cancelled, { status: 'cancelled' })
  return jobs
}
const untouched = ['past', 'running', 'completed', 'cancelled'] as const

describe('the jobs of a member who is deactivated', () => {
  it('go to another: those to come that are scheduled, each once, in the name of who decided it', async () => {
    const [leaver, other, next] = [await member(), await member(), await member()]
    const jobs = await jobsOf(leaver, other)
    await deactivate(leaver, next)
    await test.react('passOnJobs')
    expect(await crewOf(jobs.alone)).toEqual([next])
    expect(await crewOf(jobs.crew)).toEqual([other, next])
    for (const name of untouched) expect([name, await crewOf(jobs[name])]).toEqual([name, [leaver]])
    expect(await assignments(jobs.ofOther)).toEqual([])
    const [assigned, ...more] = await assignments(jobs.crew)
    expect(more).toEqual([])
    expect(assigned?.data).toMatchObject({ assigneeIds: [other, next] })
    expect(assigned?.metadata).toMatchObject({ actor: 'user-1', actorName: 'owner' })
  })

  it('go to nobody, or to one of the crew', async () => {
    const [leaver, other] = [await member(), await member()]
    const jobs = await jobsOf(leaver, other)
    await deactivate(leaver, null)
    await test.react('passOnJobs')
    expect([await crewOf(jobs.alone), await crewOf(jobs.crew)]).toEqual([[], [other]])
    const [second, third] = [await member(), await member()]
    const { crew } = await jobsOf(second, third)
    await deactivate(second, third)
    await test.react('passOnJobs')
    expect(await crewOf(crew)).toEqual([third])
  })

  it('stay theirs where the deactivation says nothing of them', async () => {
    const [leaver, other] = [await member(), await member()]
    const jobs = await jobsOf(leaver, other)
    await deactivate(leaver)
    await test.react('passOnJobs')
    for (const id of Object.values(jobs)) expect(await assignments(id)).toEqual([])
  })

  it('go to nobody when an invitation is revoked, and stay where a release of before revoked it', async () => {
    const [guest, other] = [await member(), await member()]
    const jobs = await jobsOf(guest, other)
    const revoke = async (more: object) => {
      const data = { userId: guest, ...more, revokedAt: deactivatedAt }
      await test.appendForeign(`member-${guest}`, { type: 'InvitationRevoked', data })
      await test.react('passOnJobs')
    }
    await revoke({})
    expect(await crewOf(jobs.alone)).toEqual([guest])
    await revoke({ jobsGoTo: null })
    expect([await crewOf(jobs.alone), await crewOf(jobs.crew)]).toEqual([[], [other]])
  })

  it('are changed once, where a worker is killed before its commit, and where one reads the event again', async () => {
    const [leaver, other, next] = [await member(), await member(), await member()]
    const jobs = await jobsOf(leaver, other)
    const { clock, ...resources } = test
    const reactor = scheduling
      .subscriptions({ ...resources, clock: () => clock.now })
      .find(({ name }) => name === 'passOnJobs')
    const event = await deactivate(leaver, next)
    if (!reactor || !event) throw new Error('there is nothing to react to')
    const killed = inTransaction(test.pool, async (tx) => {
      await reactor.apply(tx, [event], [])
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())')
    })
    await expect(killed).rejects.toThrow()
    expect(await assignments(jobs.alone)).toEqual([])
    await test.react('passOnJobs')
    await test.owner.query(`UPDATE es.subscriptions SET position = $1 WHERE name = 'passOnJobs'`, [
      String(BigInt(event.position) - 1n),
    ])
    await test.react('passOnJobs')
    for (const id of [jobs.alone, jobs.crew]) expect(await assignments(id)).toHaveLength(1)
  })

  it('that were given to somebody in between stay there; the next in line passes theirs on', async () => {
    const [leaver, other, next, last] = [await member(), await member(), await member(), await member()]
    const jobs = await jobsOf(leaver, other)
    await deactivate(leaver, next)
    await deactivate(next, last)
    await edit(jobs.alone, { assigneeIds: [other] })
    await test.react('passOnJobs')
    expect(await crewOf(jobs.alone)).toEqual([other])
    expect(await crewOf(jobs.crew)).toEqual([other, last])
  })
})
