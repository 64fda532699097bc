import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Pool, run, sql, type Tx } from '../db.ts'
import { migrate } from '../migrate.ts'
import { createTestDatabase, type TestDatabase, testKeyring } from '../testing/index.ts'
import { metadata, type NoteEvent, noteOwners } from '../testing/note.ts'
import {
  append,
  createLocalWake,
  eraseSubjects,
  type Keyring,
  type Personal,
  type Recorded,
  runSubscription,
  type Subscription,
  subscriptionMigration,
  Tail,
  type Wake,
} from './index.ts'

const personal: Personal<NoteEvent> = {
  NoteWritten: { subject: ({ noteId }) => `author-${noteId}`, fields: ['text'] },
}
const opened: string[] = []
const keyring: Keyring = {
  ...testKeyring,
  open: (subject, ...rest) => {
    opened.push(subject)
    return testKeyring.open(subject, ...rest)
  },
}

let database: TestDatabase
let pool: Pool
let counter = 0
beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  pool = database.pool({ max: 16, patient: true })
  await pool.query('CREATE TABLE told (subscription text, note int, text text)')
})
afterAll(() => database.drop())

let name: string
let stop: AbortController
let wake: Wake
let running: Promise<void>[]
beforeEach(() => {
  counter += 1
  name = `tailed${counter}`
  stop = new AbortController()
  wake = createLocalWake()
  running = []
})
afterEach(async () => {
  stop.abort()
  await Promise.all(running)
})

const soon = { timeout: 10_000, interval: 10 }
// nobody polls: what is heard of is heard by a wake
const never = 600_000

async function readers(n: number, apply?: Subscription['apply']): Promise<Subscription[]> {
  const all = Array.from({ length: n }, (_, i): Subscription => {
    const own = `${name}-${i}`
    const tell: Subscription['apply'] = async (tx, events) => {
      for (const { data } of events as readonly NoteEvent[])
        await tx.query(
          sql`INSERT INTO told VALUES (${own}, ${data.noteId}, ${'text' in data ? data.text : null})`,
        )
    }
    const both: Subscription['apply'] = async (tx, events) => {
      await apply?.(tx, events)
      await tell(tx, events)
    }
    return { name: own, version: 1, kind: 'reactor', types: ['NoteWritten'], apply: both }
  })
  await migrate(pool, [{ schema: 'notes', migrations: all.map(subscriptionMigration) }])
  return all
}

/** One process with these readers. */
function start(subscriptions: readonly Subscription[], pollMs = never, own = pool): Tail {
  const common = { keyring, log: database.log, signal: stop.signal, pollMs }
  const tail = new Tail({ ...common, pool, wake, subscriptions })
  running.push(tail.ended, ...subscriptions.map((it) => runSubscription(it, { ...common, pool: own, tail })))
  return tail
}
const write = (noteId: number, text = `note ${noteId}`) =>
  append(pool, {
    stream: `note-${counter}-${noteId}`,
    expected: 'any',
    events: [{ type: 'NoteWritten', data: { noteId, text } }],
    metadata,
    ...{ personal, keyring },
  })
const told = async (who: string) =>
  (
    await run<{ note: number }>(pool, sql`SELECT note FROM told WHERE subscription = ${who} ORDER BY note`)
  ).map((it) => it.note)
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1)

it('what is new is read and opened once for all readers, and applied once by each', async () => {
  const all = await readers(5)
  start(all)
  await write(1)
  wake.tell()
  for (const it of all) await expect.poll(() => told(it.name), soon).toEqual([1])
  opened.length = 0
  for (let n = 2; n <= 40; n++) {
    await write(n)
    wake.tell()
  }
  for (const it of all) await expect.poll(() => told(it.name), soon).toEqual(upTo(40))
  expect(opened).toEqual(
    upTo(40)
      .slice(1)
      .map((n) => `author-${n}`),
  )
})

it('two processes with the same readers apply everything once', async () => {
  const all = await readers(3)
  start(all, 50)
  start(all, 50)
  await Promise.all(
    upTo(60).map(async (n) => {
      await write(n)
      wake.tell()
    }),
  )
  for (const it of all) await expect.poll(() => told(it.name), soon).toEqual(upTo(60))
})

it('who was set back reads for itself what lies before', async () => {
  const [one] = (await readers(1)) as [Subscription]
  const position = (await write(1))[0]?.position as bigint
  await pool.query(sql`UPDATE es.subscriptions SET position = ${position - 1n} WHERE name = ${one.name}`)
  start([one])
  await expect.poll(() => told(one.name), soon).toEqual([1])
  // more than the newest part of the log holds
  await pool.query(`SELECT setval('es.event_position', nextval('es.event_position') + 2000)`)
  await write(2)
  wake.tell()
  await expect.poll(() => told(one.name), soon).toEqual([1, 2])
  await pool.query(sql`UPDATE es.subscriptions SET position = ${position - 1n} WHERE name = ${one.name}`)
  await write(3)
  wake.tell()
  await expect.poll(() => told(one.name), soon).toEqual([1, 1, 2, 2, 3])
})

describe('readers that nothing new concerns', () => {
  const concerns = ({ data }: Recorded) => (data as { noteId: number }).noteId > 0
  const ofSome = async (n: number) =>
    (await readers(n)).map((it) => ({
      ...{ ...it, concerns },
      apply: (tx: Tx, events: readonly Recorded[]) => it.apply(tx, events.filter(concerns)),
    }))
  const checkpoints = async (all: readonly Subscription[]) =>
    (
      await run<{ position: string }>(
        pool,
        sql`SELECT position FROM es.subscriptions WHERE name = ANY(${all.map((it) => it.name)})`,
      )
    ).map(({ position }) => BigInt(position))

  it('go along with each other, in no transaction of their own', async () => {
    const all = await ofSome(3)
    const own = database.pool({ max: 4 })
    const connect = vi.spyOn(own, 'connect')
    start(all, never, own)
    await write(1)
    wake.tell()
    for (const it of all) await expect.poll(() => told(it.name), soon).toEqual([1])
    connect.mockClear()
    for (const n of [-1, -2]) {
      const position = (await write(n))[0]?.position
      wake.tell()
      await expect.poll(() => checkpoints(all), soon).toEqual(all.map(() => position))
    }
    expect(connect).not.toHaveBeenCalled()
    await write(2)
    wake.tell()
    for (const it of all) await expect.poll(() => told(it.name), soon).toEqual([1, 2])
  })

  it('are heard when they are set back', async () => {
    const all = await ofSome(2)
    const [one, other] = all as [Subscription, Subscription]
    start(all)
    const position = (await write(1))[0]?.position as bigint
    wake.tell()
    for (const it of all) await expect.poll(() => told(it.name), soon).toEqual([1])
    await pool.query(sql`UPDATE es.subscriptions SET position = ${position - 1n} WHERE name = ${one.name}`)
    const next = (await write(-1))[0]?.position
    wake.tell()
    await expect.poll(() => told(one.name), soon).toEqual([1, 1])
    await expect.poll(() => checkpoints(all), soon).toEqual([next, next])
    expect(await told(other.name)).toEqual([1])
  })
})

it('nothing is passed that is still on its way', async () => {
  const [one] = (await readers(1)) as [Subscription]
  start([one])
  const slow = await pool.connect()
  await slow.query('BEGIN')
  await append(slow, {
    stream: `note-${counter}-slow`,
    expected: 'any',
    events: [{ type: 'NoteWritten', data: { noteId: 1, text: 'x' } }],
    metadata,
  })
  await write(2)
  wake.tell()
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await told(one.name)).toEqual([])
  await slow.query('COMMIT')
  slow.release()
  wake.tell()
  await expect.poll(() => told(one.name), soon).toEqual([1, 2])
})

it('one that fails reads again by itself, and the others go on', async () => {
  let failures = 2
  const [bad] = (await readers(1, async () => {
    if (failures-- > 0) throw new Error('not today')
  })) as [Subscription]
  name = `${name}-other`
  const [good] = (await readers(1)) as [Subscription]
  start([bad, good])
  for (const n of [1, 2]) {
    await write(n)
    wake.tell()
  }
  await expect.poll(() => told(good.name), soon).toEqual([1, 2])
  await expect.poll(() => told(bad.name), soon).toEqual([1, 2])
})

const erase = (noteId: number) =>
  eraseSubjects([`author-${noteId}`], {
    ...{ pool, keyring, targets: [] },
    metadata: { actor: 'operator', requestId: 'erase' },
    now: new Date('2026-11-21T15:00:00Z'),
  })
// as where the newest part of a log was lost and others wrote since
const replace = (noteId: number, position: bigint) =>
  pool.query(sql`UPDATE es.events SET event_id = gen_random_uuid(), subject = NULL,
    data = jsonb_build_object('noteId', ${noteId}::int, 'text', 'another') WHERE position = ${position}`)

describe.each([
  ['while nothing else happens', false],
  ['while the log goes on', true],
])('what was read before counts no more, %s,', (_when, goesOn) => {
  it.each([
    ['when its person is erased', erase, '[erased]'],
    ['when the log is another', replace, 'another'],
  ])('%s', async (_what, change, text) => {
    let held = Promise.withResolvers<void>()
    const entered = Promise.withResolvers<void>()
    const [one] = (await readers(1, () => {
      entered.resolve()
      return held.promise
    })) as [Subscription]
    const tail = start([one])
    const readUpTo = async (position: bigint) => {
      wake.tell()
      await expect.poll(() => tail.newest.to, soon).toBeGreaterThanOrEqual(position)
    }
    await write(1)
    wake.tell()
    await entered.promise
    // it is still at the first when the second, of somebody else, is read for all
    const second = 1_000 + counter
    const position = (await write(second, 'secret'))[0]?.position as bigint
    await readUpTo(position)
    expect(JSON.stringify(tail.newest.events.at(-1)?.recorded().data)).toContain('secret')
    await change(second, position)
    if (goesOn) await readUpTo((await write(9_999))[0]?.position as bigint)
    held.resolve()
    held = Promise.withResolvers()
    held.resolve()
    const last = goesOn ? [{ note: 9_999, text: 'note 9999' }] : []
    const rows = () =>
      run(pool, sql`SELECT note, text FROM told WHERE subscription = ${one.name} ORDER BY note`)
    await expect.poll(rows, soon).toEqual([{ note: 1, text: 'note 1' }, { note: second, text }, ...last])
  })
})

it('a log that is shorter than it was, or has grown by much, is begun at its end', async () => {
  await write(1)
  const [{ safe }] = (await run<{ safe: string }>(pool, sql`SELECT es.safe_position() AS safe`)) as [
    { safe: string },
  ]
  const end = { from: safe, up_to: safe }
  const read = (after: bigint | null, limit: number) =>
    run(
      pool,
      sql`SELECT "from", up_to, position FROM es.read_tail(${after}, NULL, NULL, ARRAY['NoteWritten'], ${limit})`,
    )
  expect(await read(BigInt(safe) + 1n, 10)).toEqual([{ ...end, position: null }])
  expect(await read(BigInt(safe) - 11n, 10)).toEqual([{ ...end, position: null }])
  expect(await read(null, 10)).toEqual([{ ...end, position: null }])
  expect(await read(BigInt(safe) - 1n, 10)).toEqual([
    { from: String(BigInt(safe) - 1n), up_to: safe, position: null },
    { from: null, up_to: null, position: safe },
  ])
})
