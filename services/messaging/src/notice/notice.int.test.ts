import { setTimeout as sleep } from 'node:timers/promises'
import { run, sql } from '@plumbline/platform/db'
import { toSmsNumber } from '@plumbline/platform/e164'
import { createTimers, migrateQueues, queueSchema } from '@plumbline/platform/jobs'
import { runSubscription } from '@plumbline/platform/subscriptions'
import { type SmtpPeer, startServiceForTest, startSmtpPeer, statementsOf } from '@plumbline/platform/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { smtpChannel } from '../channel/smtp.ts'
import { twilioChannel } from '../channel/twilio.ts'
import { messaging } from '../service.ts'
import { type FakeTwilio, refuseWith, startFakeTwilio } from '../testing/fakeTwilio.ts'
import {
  addCustomer,
  appointmentScheduled,
  changeCustomer,
  deliverWhenDue,
  deliveryOf,
  endLeases,
  eraseKey,
  foreignPersonal,
  type MessagingTest,
  publishMembers,
  sendSms,
  setConsent,
  setMember,
  settings,
  withoutTransactions,
  workerOver,
} from '../testing.ts'

let test: MessagingTest
let smtp: SmtpPeer
let twilio: FakeTwilio
let mail: ReturnType<typeof smtpChannel>
let customerId: number
let statements: string[]
let lastMember = 100
let lastJob = 0

beforeAll(async () => {
  test = await startServiceForTest(messaging, { settings, foreignPersonal })
  statements = statementsOf(test.pool)
  await publishMembers(test)
  smtp = await startSmtpPeer()
  twilio = await startFakeTwilio()
  mail = smtpChannel({ url: smtp.url, from: { name: 'Plumbline', address: 'hello@plumbline.example' } })
  customerId = await addCustomer(test, { address: '1 Elm St, Cary' })
})
beforeEach(() => {
  smtp.mails.length = 0
  twilio.accepted.length = 0
})
afterAll(async () => {
  mail.close()
  twilio.stop()
  await smtp.stop()
  await test.stop()
})

async function newMember(details: Parameters<typeof setMember>[2] = {}): Promise<number> {
  await setMember(test, ++lastMember, details)
  return lastMember
}

const inHours = (hours: number) => new Date(test.clock.now.getTime() + hours * 3_600_000).toISOString()
const changedAt = '2026-11-21T15:00:00.000Z'

/** A job and what happens to it, by a dispatcher unless it says otherwise. */
async function addJob(details: object = {}, actor = 'user-1') {
  const id = ++lastJob
  const append = (type: string, data: object = {}, by = 'user-1') =>
    test.appendForeign(
      `appointment-${id}`,
      { type, data: { appointmentId: id, changedAt, ...data } },
      { actor: by },
    )
  const { data } = appointmentScheduled(id, customerId, { startsAt: inHours(47), ...details })
  await append('AppointmentScheduled', data, actor)
  return {
    id,
    assign: (ids: number[], by?: string) => append('AppointmentAssigned', { assigneeIds: ids }, by),
    move: (hours: number, by?: string) => append('AppointmentRescheduled', { startsAt: inHours(hours) }, by),
    describe: (texts: object, by?: string) => append('AppointmentDescribed', { customerId, ...texts }, by),
    reprice: (cents: number) => append('AppointmentRepriced', { estimatedCents: cents }),
    cancel: () => append('AppointmentCancelled', { customerId, startsAt: inHours(47), notify: false }),
  }
}
/** One that the member has known for long. */
async function addKnownJob(memberId: number, details: object = {}) {
  const job = await addJob({ assigneeIds: [memberId], ...details })
  await react()
  await test.pool.query('DELETE FROM deliveries WHERE about = $1', [`member-${memberId}`])
  return job
}
const react = () => test.react('noteJobChanges')
type Row = { id: string; channel: string; status: string; last_error: string | null; content: object }
const noticesTo = (memberId: number) =>
  run<Row>(
    test.pool,
    sql`SELECT id, channel, status, last_error, content FROM deliveries WHERE about = ${`member-${memberId}`} ORDER BY created_at`,
  )
const attempt = (id: string, channel = mail) => deliverWhenDue(workerOver(test, channel), id)

/** What is sent of what happened, and what the ledger says of it. */
async function deliverTo(memberId: number) {
  await react()
  for (const { id } of await noticesTo(memberId)) await attempt(id)
  return noticesTo(memberId)
}

describe('a notice', () => {
  it('says all that two dispatchers changed, once', async () => {
    const member = await newMember()
    const [moved, gone, kept] = [await addKnownJob(member), await addKnownJob(member), await addJob()]
    await moved.move(23)
    await gone.cancel()
    await kept.assign([member], 'user-2')
    await moved.describe({ notes: 'Bring the ladder' }, 'user-2')
    expect(await deliverTo(member)).toMatchObject([{ status: 'sent', last_error: null }])
    expect(smtp.mails).toMatchObject([{ to: [`member${member}@example.test`], subject: 'Your jobs changed' }])
    const text = smtp.mails[0]?.text ?? ''
    expect(text).toContain(
      'Moved: Sun, Nov 22, 9:00 AM\nmoved from Mon, Nov 23, 9:00 AM\nchanged: notes\nPainting\nAnn Lee\n1 Elm St, Cary',
    )
    expect(text).toContain('Cancelled: Mon, Nov 23, 9:00 AM')
    expect(text).toContain('New job: Mon, Nov 23, 9:00 AM')
    expect(text).toContain('https://plumbline.example/my-day')
    expect(text + smtp.mails[0]?.html).not.toContain('75')
    // and nothing of it again
    expect(await deliverTo(member)).toHaveLength(1)
    expect(smtp.mails).toHaveLength(1)
  })

  it('goes to each of a crew but the one who did it', async () => {
    const [one, two] = [await newMember(), await newMember()]
    const job = await addJob()
    await job.assign([one, two], `user-${one}`)
    await deliverTo(one)
    await deliverTo(two)
    expect(smtp.mails.map(({ to, subject }) => [to, subject])).toEqual([
      [[`member${two}@example.test`], 'New job: Mon, Nov 23, 9:00 AM'],
    ])
  })

  it('says what holds when it is sent, and that once', async () => {
    const member = await newMember()
    const job = await addKnownJob(member)
    await job.move(23)
    await react()
    await job.move(24)
    // the worker is ahead of the reactor
    const [notice] = await noticesTo(member)
    await attempt(notice?.id ?? '')
    expect(smtp.mails.map(({ subject }) => subject)).toEqual(['Moved: Sun, Nov 22, 10:00 AM'])
    expect(await deliverTo(member)).toMatchObject([
      { status: 'sent' },
      { status: 'failed', last_error: 'There was nothing left to tell.' },
    ])
    await job.move(25)
    await deliverTo(member)
    expect(smtp.mails).toHaveLength(2)
    expect(smtp.mails[1]?.text).toContain('moved from Sun, Nov 22, 10:00 AM')
  })

  it('gathers more while the mail server is away', async () => {
    const member = await newMember()
    const job = await addKnownJob(member)
    await job.move(23)
    await react()
    const [notice] = await noticesTo(member)
    await attempt(
      notice?.id ?? '',
      smtpChannel({ url: 'smtp://127.0.0.1:1', from: { name: '', address: 'a@b.example' } }),
    )
    await job.describe({ address: '2 Elm St' })
    expect(await deliverTo(member)).toMatchObject([{ status: 'sent' }])
    expect(smtp.mails[0]?.text).toContain('changed: address\nPainting\nAnn Lee\n2 Elm St')
  })

  it('calls an erased customer so, and names nobody of a job that is no longer theirs', async () => {
    const member = await newMember()
    const other = await addCustomer(test, { firstName: 'Bob', address: '9 Oak St' })
    const [theirs, gone] = [await addKnownJob(member, { customerId: other }), await addKnownJob(member)]
    await theirs.move(23)
    await gone.assign([])
    await eraseKey(test, `customer-${other}`)
    await deliverTo(member)
    const text = smtp.mails[0]?.text ?? ''
    expect(text).toContain('Deleted customer')
    expect(text).toContain('No longer yours: Mon, Nov 23, 9:00 AM\nPainting\n\n')
    expect(text).not.toMatch(/Bob|Oak|Ann|Elm|erased/)
  })

  it('has no words in the ledger or the log', async () => {
    const member = await newMember()
    const job = await addJob()
    await job.assign([member])
    await deliverTo(member)
    expect(smtp.mails).toHaveLength(1)
    const stored = await run(
      test.owner,
      sql`SELECT content, wrapped FROM messaging.deliveries LEFT JOIN es.subject_keys
      ON subject = about WHERE about = ${`member-${member}`}`,
    )
    const leased = JSON.stringify(stored)
    expect(leased).not.toMatch(/Ann|Elm|Painting|member\d+@/)
    const [row] = await noticesTo(member)
    expect(JSON.stringify(row?.content).length).toBeLessThan(400)
  })
})

describe('nothing is sent', () => {
  it.each<[string, (memberId: number) => Promise<unknown>]>([
    [
      'for what a member does themself',
      async (member) => (await addKnownJob(member)).move(23, `user-${member}`),
    ],
    ['for another price', async (member) => (await addKnownJob(member)).reprice(9_000)],
    [
      'for a job beyond seven days',
      async (member) => addJob({ startsAt: inHours(24 * 8), assigneeIds: [member] }),
    ],
    [
      'to who wants none',
      async (member) => {
        await setMember(test, member, { notices: 'none' })
        await addJob({ assigneeIds: [member] })
      },
    ],
    [
      'of demonstration data',
      async (member) => {
        const id = ++lastJob
        const event = appointmentScheduled(id, customerId, { startsAt: inHours(47), assigneeIds: [member] })
        await test.appendForeign(`appointment-${id}`, event, { demo: true })
      },
    ],
  ])('%s', async (_, happen) => {
    const member = await newMember()
    await happen(member)
    expect(await deliverTo(member)).toEqual([])
    expect(smtp.mails).toEqual([])
  })

  it.each<[string, (memberId: number, job: Awaited<ReturnType<typeof addJob>>) => Promise<unknown>, string]>([
    [
      'to who was deactivated',
      (it) => setMember(test, it, { is_active: false }),
      'They are not an active member of the team any more.',
    ],
    ['to who chose none', (it) => setMember(test, it, { notices: 'none' }), 'They do not want to be told.'],
    [
      'to who may see no jobs',
      (it) => setMember(test, it, { role: 'of a later release' }),
      'Their role shows them no jobs any more.',
    ],
    ['of what was undone', (_, job) => job.assign([]), 'There was nothing left to tell.'],
  ])('%s within the minute', async (_, happen, reason) => {
    const member = await newMember()
    const job = await addJob()
    await job.assign([member])
    await react()
    expect(await noticesTo(member)).toMatchObject([{ status: 'pending' }])
    await happen(member, job)
    expect(await deliverTo(member)).toMatchObject([{ status: 'failed', last_error: reason }])
    expect(smtp.mails).toEqual([])
  })
})

describe('an SMS notice is not sent to a number', () => {
  it.each<[string, string, (customerId: number) => Promise<unknown>, string]>([
    [
      'that opted out',
      '(919) 555-0150',
      (it) => setConsent(test, it, { sms: false }),
      'They have opted out of SMS.',
    ],
    [
      'that cannot receive SMS',
      '(919) 555-0151',
      async (it) => {
        const { json } = await sendSms(test, it)
        twilio.behaviour.before = refuseWith(400, 21614)
        await attempt((await deliveryOf(test, json.id)).id, twilioChannel(twilio.sms))
        delete twilio.behaviour.before
      },
      'This phone number cannot receive SMS; it may be a landline.',
    ],
  ])('%s', async (_, phone, happen, reason) => {
    const mobile = toSmsNumber(phone) as string
    const member = await newMember({ notices: 'sms', mobile })
    // what is known of a number holds for everyone who has it
    await happen(await addCustomer(test, { phone }))
    const job = await addJob()
    await job.assign([member])
    await react()
    const [notice] = await noticesTo(member)
    await attempt(notice?.id ?? '', twilioChannel(twilio.sms))
    expect(await noticesTo(member)).toMatchObject([{ channel: 'sms', status: 'failed', last_error: reason }])
    expect(twilio.accepted).toEqual([])
    // by mail it is
    await setMember(test, member, { notices: 'email', mobile })
    await job.move(23)
    await deliverTo(member)
    expect(smtp.mails).toHaveLength(1)
  })
})

describe('a worker that is killed after it sent a notice', () => {
  const killed = (channel: typeof mail) => {
    const worker = workerOver(test, channel)
    return { ...worker, store: { ...worker.store, pool: withoutTransactions(test.pool, 'killed') } }
  }

  it('leaves a mail that is repeated word for word under its Message-ID', async () => {
    const member = await newMember()
    const job = await addKnownJob(member)
    await job.move(23)
    await react()
    const [notice] = await noticesTo(member)
    await expect(deliverWhenDue(killed(mail), notice?.id ?? '')).rejects.toThrow('killed')
    await job.move(25)
    await endLeases(test)
    await deliverTo(member)
    const [first, again, next] = smtp.mails
    expect(again).toMatchObject({ messageId: first?.messageId, text: first?.text, subject: first?.subject })
    expect(next?.text).toContain('moved from Sun, Nov 22, 9:00 AM')
    expect(smtp.mails).toHaveLength(3)
  })

  it('leaves an SMS that is found at the provider, and not sent again', async () => {
    const member = await newMember({ notices: 'sms', mobile: '+19195550147' })
    const job = await addKnownJob(member)
    await job.move(23)
    await react()
    const [notice] = await noticesTo(member)
    const id = notice?.id ?? ''
    const sms = twilioChannel(twilio.sms)
    await test.pool.query('UPDATE deliveries SET counted_at = now() WHERE id = $1', [id])
    await expect(deliverWhenDue(killed(sms), id)).rejects.toThrow('killed')
    await changeCustomer(test, customerId, { phone: '(919) 555-0199' })
    await endLeases(test)
    await attempt(id, sms)
    expect(twilio.accepted).toMatchObject([{ to: '+19195550147' }])
    expect(twilio.accepted[0]?.body).toMatch(
      /^Moved: Sun, Nov 22, 9:00 AM, moved from Mon, Nov 23, 9:00 AM, Painting, /,
    )
    expect(await noticesTo(member)).toMatchObject([{ channel: 'sms', status: 'sent' }])
  })
})

it('who changes to another channel within the minute is told there', async () => {
  const member = await newMember()
  await addJob({ assigneeIds: [member] })
  await react()
  await setMember(test, member, { notices: 'sms', mobile: '+19195550148' })
  const [notice] = await noticesTo(member)
  const id = notice?.id ?? ''
  await attempt(id)
  expect(await noticesTo(member)).toMatchObject([{ channel: 'sms', status: 'pending' }])
  await attempt(id, twilioChannel(twilio.sms))
  expect(twilio.accepted).toMatchObject([{ to: '+19195550148' }])
  expect(smtp.mails).toEqual([])
})

it('jobs of nobody cost one read for all of them, and write nothing', async () => {
  const jobs = [await addJob(), await addJob(), await addJob()]
  for (const job of jobs) {
    await job.move(23)
    await job.describe({ notes: 'Ladder' })
  }
  statements.length = 0
  await react()
  const own = statements.filter((text) => !/high_water_mark|^BEGIN|^COMMIT/.test(text))
  expect(own.map((text) => /es\.claim_batch|FROM es\.events/.exec(text)?.[0])).toEqual([
    'es.claim_batch',
    'FROM es.events',
  ])
})

it('the queue sends one mail about what changed, a while after it did', async () => {
  const member = await newMember()
  // by the clock on the wall, which the worker goes by
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const jobs = [await addJob({ startsAt }), await addJob({ startsAt }), await addJob({ startsAt })]
  for (const [n, job] of jobs.entries()) await job.assign([member], `user-${n % 2}`)
  const { database, owner, pool, keyring, log, notifier } = test
  await migrateQueues(owner)
  const timers = await createTimers({ pool: owner, log, install: true, supervise: true })
  const worker = await messaging.startWorker({
    ...test,
    clock: () => new Date(),
    timers,
    backing: { kind: 'postgres', pool: database.pool({ schema: queueSchema, max: 10 }) },
    settings: {
      ...settings,
      pace: { sweepMs: 100, noticeMs: 1_000 },
      smtp: { url: smtp.url, from: { name: 'Plumbline', address: 'hello@plumbline.example' } },
    },
  })
  const stopping = new AbortController()
  const began = Date.now()
  const running = worker.subscriptions.map((subscription) =>
    runSubscription(subscription, { pool, keyring, notifier, log, signal: stopping.signal }),
  )
  const mine = () => smtp.mails.filter(({ to }) => to.includes(`member${member}@example.test`))
  await expect.poll(mine, { timeout: 20_000 }).toHaveLength(1)
  expect(Date.now() - began).toBeGreaterThan(1_000)
  expect(mine()[0]?.text.match(/^New job: /gm)).toHaveLength(3)
  await sleep(1_500)
  expect(mine()).toHaveLength(1)
  stopping.abort()
  await Promise.all(running)
  await worker.stop()
  await timers.stop()
})
