import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction, type Pool, run, sql } from '../db.ts'
import { eraseSubjects, type Personal } from '../encryption/index.ts'
import { rejection } from '../errors.ts'
import { createOncePerKey, type IdempotencyKey, storeAnswer } from '../http/idempotency.ts'
import { rebuildProjection, verifyProjection } from '../projections/index.ts'
import { createInProcessNotifier } from '../subscriptions/index.ts'
import {
  createTestDatabase,
  testKeyring as keyring,
  statementsOf,
  type TestDatabase,
} from '../testing/index.ts'
import {
  metadata,
  type NoteEvent,
  type NoteRow,
  noteAggregate,
  noteOwners,
  noteRole,
  notes,
  origin,
} from '../testing/note.ts'
import { type CommandContext, commit, create, type EventStore, execute, readStream } from './index.ts'

const personal: Personal<NoteEvent> = {
  NoteWritten: { subject: ({ noteId }) => `author-${noteId}`, fields: ['text'] },
}
const target = { projection: notes, schema: 'notes', role: noteRole }

let database: TestDatabase
let owner: Pool
let store: EventStore
/** Statements sent to the database since a test began. */
let sent: string[]
let notified: string[] = []

beforeAll(async () => {
  database = await createTestDatabase(noteOwners)
  owner = database.pool({ max: 6, longRunning: true })
  const pool = database.pool({ role: noteRole, schema: 'notes', max: 10 })
  sent = statementsOf(pool)
  const notifier = createInProcessNotifier()
  notifier.subscribe((appended) => notified.push(...(appended?.types ?? [])))
  store = { pool, projections: [notes], personal, keyring, notifier }
})
afterAll(() => database.drop())

const commitNotes = <T>(work: (ctx: CommandContext) => Promise<T>) => commit(store, origin, work)
const write = async (ctx: CommandContext, noteId: number, text: string) =>
  (await execute(ctx, noteAggregate, noteId, { type: 'WriteNote', text })).state
const close = async (ctx: CommandContext, noteId: number) =>
  (await execute(ctx, noteAggregate, noteId, { type: 'CloseNote' })).state
const texts = async (id: number) =>
  (await readStream<NoteEvent>(store.pool, `note-${id}`, { keyring })).map(
    ({ data }) => (data as { text?: string }).text,
  )
const row = async (id: number) =>
  (await run<NoteRow>(store.pool, sql`SELECT id, text, open FROM notes WHERE id = ${id}`))[0]
const keyOf = (key: string): IdempotencyKey => ({ scope: 'execute', key, fingerprint: key })
/** As one process of a service answers a request with an idempotency key. */
const commitOnce = async <T>(key: string, work: (ctx: CommandContext) => Promise<T>) => {
  const outcome = await createOncePerKey(store.pool, { findsFirst: false })(keyOf(key), async () => ({
    answer: await commitNotes(async (ctx) => {
      const answer = await work(ctx)
      storeAnswer(ctx.db, keyOf(key), answer)
      return answer
    }),
    position: undefined,
  }))
  return outcome.answer
}
const erase = (subject: string) =>
  eraseSubjects([subject], { pool: owner, keyring, targets: [target], metadata, now: new Date() })
const firstWords = () => sent.map((text) => /^\w+/.exec(text)?.[0])

describe('a command', () => {
  it('answers state, version and row, and is rejected by the decider', async () => {
    const written = await commitNotes((ctx) =>
      execute(ctx, noteAggregate, 20, { type: 'WriteNote', text: 'x' }),
    )
    expect(written).toMatchObject({ state: 'open', version: 1, row: { id: 20, text: 'x', open: true } })
    const closed = await commitNotes((ctx) => execute(ctx, noteAggregate, 20, { type: 'CloseNote' }))
    expect(closed).toMatchObject({ state: 'closed', version: 2, row: { id: 20, text: 'x', open: false } })
    expect(closed.events.map(({ type, version }) => [type, version])).toEqual([
      ['NoteWritten', 1],
      ['NoteClosed', 2],
    ])
    await expect(commitNotes((ctx) => close(ctx, 20))).rejects.toThrow('Only an open note can be closed.')
  })

  it('reads its stream, then sends events, rows and stored answer in one write with the commit', async () => {
    await commitNotes((ctx) => write(ctx, 1, 'first'))
    sent.length = 0
    await commitOnce('one', (ctx) => write(ctx, 1, 'second'))
    expect(firstWords()).toEqual(['BEGIN', 'SELECT', 'WITH', 'INSERT', 'COMMIT'])
    expect(await texts(1)).toEqual(['first', 'second'])
    expect(await row(1)).toEqual({ id: 1, text: 'second', open: true })
    expect(await run(owner, sql`SELECT answer FROM notes.idempotency WHERE key = 'one'`)).toEqual([
      { answer: 'open' },
    ])
  })

  it('that creates a stream reads nothing, and conflicts with an existing stream', async () => {
    const written = (noteId: number) =>
      commit({ ...store, personal: {} }, origin, (ctx) =>
        create(ctx, noteAggregate, noteId, { type: 'WriteNote', text: 'new' }),
      )
    sent.length = 0
    expect((await written(24)).row).toEqual({ id: 24, text: 'new', open: true })
    expect(firstWords()).toEqual(['BEGIN', 'WITH', 'COMMIT'])
    await expect(written(24)).rejects.toMatchObject({ code: 'ES409' })
  })

  it('without events sends only its reads', async () => {
    const nothing = { ...noteAggregate, decider: { ...noteAggregate.decider, decide: () => [] } }
    sent.length = 0
    notified = []
    const executed = await commitNotes((ctx) => execute(ctx, nothing, 1, { type: 'CloseNote' }))
    expect(executed.row).toEqual({ id: 1, text: 'second', open: true })
    expect(firstWords()).toEqual(['BEGIN', 'SELECT', 'COMMIT'])
    expect(notified).toEqual([])
  })

  it('notifies with the appended event types after the commit', async () => {
    notified = []
    await expect(
      commitNotes(async (ctx) => {
        await write(ctx, 7, 'never')
        throw new Error('boom')
      }),
    ).rejects.toThrow('boom')
    expect(notified).toEqual([])
    await commitNotes((ctx) => write(ctx, 7, 'once'))
    expect(notified).toEqual(['NoteWritten'])
  })

  it('answers the position of its last event', async () => {
    let position = 0n
    await commit(
      store,
      origin,
      async (ctx) => {
        await write(ctx, 8, 'one')
        await write(ctx, 9, 'two')
      },
      (it) => {
        position = it
      },
    )
    expect(position).toBe((await readStream(store.pool, 'note-9'))[0]?.position)
  })

  it('is not executed again with the same idempotency key', async () => {
    let runs = 0
    const again = () =>
      commitOnce('again', async (ctx) => {
        runs += 1
        await write(ctx, 5, `run ${runs}`)
        return runs
      })
    expect([await again(), await again()]).toEqual([1, 1])
    expect(runs).toBe(2)
    expect(await texts(5)).toEqual(['run 1'])
    expect(await row(5)).toEqual({ id: 5, text: 'run 1', open: true })
  })

  it('is visible to later statements of its transaction and rolled back with it', async () => {
    const boom = commitNotes(async (ctx) => {
      await write(ctx, 2, 'never')
      expect(await run(ctx.db, sql`SELECT text FROM notes WHERE id = 2`)).toEqual([{ text: 'never' }])
      throw new Error('boom')
    })
    await expect(boom).rejects.toThrow('boom')
    await expect(
      commitNotes(async (ctx) => {
        await write(ctx, 2, 'never')
        throw new Error('boom')
      }),
    ).rejects.toThrow('boom')
    expect([await texts(2), await row(2)]).toEqual([[], undefined])
  })

  it('may be followed by commands that see its events', async () => {
    await commitNotes((ctx) => write(ctx, 6, 'open'))
    let attempts = 0
    const state = await commitNotes(async (ctx) => {
      attempts += 1
      await close(ctx, 6)
      await write(ctx, 6, 'again')
      await write(ctx, 3, 'one')
      await write(ctx, 4, 'other')
      return close(ctx, 3)
    })
    expect([state, attempts]).toEqual(['closed', 1])
    expect(await row(3)).toEqual({ id: 3, text: 'one', open: false })
    expect(await row(4)).toEqual({ id: 4, text: 'other', open: true })
  })
})

describe('If-Match', () => {
  const change = (versions: number[] | undefined, text: string) =>
    commit(store, { ...origin, ifMatch: versions?.map((version) => ({ version, id: 22 })) }, (ctx) =>
      write(ctx, 22, text),
    )

  it('rejects a change of another version and stores nothing', async () => {
    await expect(change([1], 'no')).rejects.toMatchObject({ code: 'precondition-failed' })
    await change([0], 'first')
    await expect(change([0], 'no')).rejects.toMatchObject({ code: 'precondition-failed' })
    await change([7, 1], 'second')
    await change(undefined, 'third')
    expect(await texts(22)).toEqual(['first', 'second', 'third'])
  })

  it('rejects another version before a rule refuses what its caller has not seen', async () => {
    await commitNotes((ctx) => write(ctx, 25, 'first'))
    await commitNotes((ctx) => close(ctx, 25))
    const closeAt = (id: number, version: number) =>
      commit(store, { ...origin, ifMatch: [{ version, id }] }, (ctx) => close(ctx, id))
    await expect(closeAt(25, 1)).rejects.toMatchObject({ code: 'precondition-failed' })
    await expect(closeAt(25, 2)).rejects.toMatchObject({ code: 'conflict' })
    const gone = {
      ...noteAggregate.decider,
      decide: () => {
        throw rejection('not-found', 'Note not found')
      },
    }
    const missing = commit(store, { ...origin, ifMatch: [{ version: 1, id: 25 }] }, (ctx) =>
      execute(ctx, { ...noteAggregate, decider: gone }, 25, { type: 'CloseNote' }),
    )
    await expect(missing).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is ignored by a command that changes nothing', async () => {
    const nothing = { ...noteAggregate, decider: { ...noteAggregate.decider, decide: () => [] } }
    const executed = commit(store, { ...origin, ifMatch: [{ version: 99, id: 22 }] }, (ctx) =>
      execute(ctx, nothing, 22, { type: 'CloseNote' }),
    )
    expect((await executed).version).toBe(3)
  })
})

describe('commands on one stream at once', () => {
  it('are repeated after a version conflict', async () => {
    await commitNotes((ctx) => write(ctx, 21, 'one'))
    await Promise.all(['two', 'three'].map((text) => commitNotes((ctx) => write(ctx, 21, text))))
    expect((await readStream(store.pool, 'note-21')).map((event) => event.version)).toEqual([1, 2, 3])
  })

  it('sixty concurrent commands all succeed', async () => {
    await commitNotes((ctx) => write(ctx, 23, 'first'))
    // one after the other: the last one waits longer for a connection than a caller would
    const pool = database.pool({ role: noteRole, schema: 'notes', max: 10, longRunning: true })
    await Promise.all(
      Array.from({ length: 60 }, () => commit({ ...store, pool }, origin, (ctx) => write(ctx, 23, 'x'))),
    )
    expect(await readStream(store.pool, 'note-23')).toHaveLength(61)
  })

  it('are rejected with the conflict after five attempts', async () => {
    let attempts = 0
    const hopeless = commitNotes(async (ctx) => {
      attempts += 1
      await create(ctx, noteAggregate, 21, { type: 'WriteNote', text: 'x' })
    })
    await expect(hopeless).rejects.toMatchObject({ code: 'ES409' })
    expect(attempts).toBe(5)
  })
})

describe('a command, while its append is on its way,', () => {
  it('is repeated when another command appends to its stream', async () => {
    await commitNotes((ctx) => write(ctx, 10, 'before'))
    let attempts = 0
    await commitNotes(async (ctx) => {
      attempts += 1
      if (attempts > 1) return void (await write(ctx, 10, 'slower'))
      await overtaken(
        ctx,
        (slow) => write(slow, 10, 'slower'),
        () => commitNotes((other) => write(other, 10, 'quicker')),
      )
    })
    expect(attempts).toBe(2)
    expect(await texts(10)).toEqual(['before', 'quicker', 'slower'])
    expect(await row(10)).toEqual({ id: 10, text: 'slower', open: true })
  })

  it('derives rows from the log, not from a row that was changed by hand', async () => {
    await commitNotes((ctx) => write(ctx, 11, 'right'))
    await owner.query(`UPDATE notes.notes SET text = 'wrong' WHERE id = 11`)
    await commitNotes((ctx) => close(ctx, 11))
    expect(await row(11)).toEqual({ id: 11, text: 'right', open: false })
  })

  it('does not write personal fields of a person who was erased meanwhile', async () => {
    await commitNotes((ctx) => write(ctx, 15, 'Prudence Oakley'))
    let attempts = 0
    await commitNotes(async (ctx) => {
      attempts += 1
      if (attempts > 1) return void (await close(ctx, 15))
      // the event has no words itself, but the row repeats those of the history
      await overtaken(
        ctx,
        (slow) => close(slow, 15),
        () => erase('author-15'),
      )
    })
    expect(attempts).toBe(2)
    expect(await row(15)).toEqual({ id: 15, text: '[erased]', open: false })
  })

  it('is rejected for a person who was erased meanwhile and leaves nothing behind', async () => {
    await commitNotes((ctx) => write(ctx, 12, 'Prudence Oakley'))
    const late = commitOnce('late', async (ctx) => {
      await erase('author-12')
      await write(ctx, 12, 'Prudence Oakley II')
    })
    await expect(late).rejects.toMatchObject({ code: 'ES410' })
    expect(await texts(12)).toEqual(['[erased]'])
    expect(await row(12)).toEqual({ id: 12, text: '[erased]', open: true })
    expect(await run(owner, sql`SELECT 1 FROM notes.idempotency WHERE key = 'late'`)).toEqual([])
  })

  it('gets the stored answer of a duplicate that committed first', async () => {
    let runs = 0
    const duplicate = (noteId: number, text: string, meanwhile = async () => {}) =>
      commitOnce('duplicates', async (ctx) => {
        runs += 1
        await meanwhile()
        await write(ctx, noteId, text)
        return text
      })
    expect(await duplicate(13, 'slow', async () => void (await duplicate(13, 'quick')))).toBe('quick')
    expect(runs).toBe(2)
    expect(await texts(13)).toEqual(['quick'])
  })

  it('gets the stored answer of a duplicate whose effect makes it invalid', async () => {
    await commitNotes((ctx) => write(ctx, 14, 'open'))
    const duplicate = (before = async () => {}) =>
      commitOnce('closing', async (ctx) => {
        await before()
        return close(ctx, 14)
      })
    let isFirst = true
    const beaten = duplicate(async () => {
      if (!isFirst) return
      isFirst = false
      await duplicate()
    })
    expect(await beaten).toBe('closed')
    expect(await texts(14)).toEqual(['open', undefined])
  })
})

/** Executes a command and lets something else happen between its load and its append. */
async function overtaken(
  ctx: CommandContext,
  command: (slow: CommandContext) => Promise<unknown>,
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const { query, send } = ctx.db
  const db = { query, send: (statement) => meanwhile().then(() => send(statement)) } as typeof ctx.db
  await command({ ...ctx, db })
  await ctx.appended.at(-1)?.position
}

it('a rebuild that swaps tables during an append includes its row', async () => {
  for (let id = 30; id < 35; id++) {
    // the append has written its event and its row, and its answer waits for a key that another one holds
    const key = `on its way ${id}`
    let command: Promise<unknown> = Promise.resolve()
    let rebuilt: Promise<unknown> = Promise.resolve()
    const refused = inTransaction(store.pool, async (tx) => {
      await tx.query(sql`INSERT INTO idempotency (scope, key, fingerprint) VALUES ('execute', ${key}, '')`)
      command = commitOnce(key, (ctx) => write(ctx, id, key))
      await sleep(50)
      rebuilt = rebuildProjection(target, { pool: owner, keyring })
      await sleep(150 + 17 * (id - 30))
      throw new Error('and does not keep it')
    })
    await expect(refused).rejects.toThrow('and does not keep it')
    await Promise.all([command, rebuilt])
    expect(await row(id)).toEqual({ id, text: key, open: true })
  }
  expect((await verifyProjection(target, { pool: owner, keyring })).differences).toEqual([])
})

const isCommandWaiting = async () =>
  (
    await run(
      owner,
      sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).length > 0

it('a data key is not destroyed during an append that is encrypted with it', async () => {
  await commitNotes((ctx) => write(ctx, 60, 'Prudence Oakley'))
  const key = async () =>
    (
      await run<{ wrapped: Buffer | null }>(
        owner,
        sql`SELECT wrapped FROM es.subject_keys WHERE subject = 'author-60'`,
      )
    )[0]?.wrapped
  let command: Promise<unknown> = Promise.resolve()
  let erased: Promise<unknown> = Promise.resolve()
  const refused = inTransaction(store.pool, async (tx) => {
    await tx.query(
      sql`INSERT INTO idempotency (scope, key, fingerprint) VALUES ('execute', 'encrypting', '')`,
    )
    command = commitOnce('encrypting', (ctx) => write(ctx, 60, 'Prudence Oakley II'))
    await expect.poll(isCommandWaiting).toBe(true)
    erased = erase('author-60')
    await sleep(100)
    expect(await key()).not.toBeNull()
    throw new Error('and does not keep it')
  })
  await expect(refused).rejects.toThrow('and does not keep it')
  await Promise.all([command, erased])
  expect(await key()).toBeNull()
  expect(await texts(60)).toEqual(['[erased]', '[erased]'])
})
