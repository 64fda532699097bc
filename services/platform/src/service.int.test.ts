import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { namedStatement, run, sql } from './db.ts'
import { rejection } from './errors.ts'
import { appendEvents, execute, readStream } from './event-store/index.ts'
import { answerList, type Call, type List, route } from './http/index.ts'
import { createTimers } from './jobs/index.ts'
import { type Paged, pageOf } from './paging.ts'
import { ById, pageQuery } from './schemas.ts'
import { defineService, type Reactor, type ServiceContext } from './service.ts'
import { processBatch, type Subscription } from './subscriptions/index.ts'
import type { Appended } from './subscriptions/notifier.ts'
import { startServiceForTest, statementsOf, testMetadata } from './testing/index.ts'
import { type NoteRow, noteAggregate, notes } from './testing/note.ts'

const Note = z.object({ id: z.int(), text: z.string(), open: z.boolean() })
const writeNote = {
  method: 'POST',
  path: '/api/notes',
  summary: 'Write a note',
  needs: 'self',
  creates: true,
  body: z.object({ id: z.int(), text: z.string() }),
  response: Note,
} as const
const closeNoteByForm = {
  method: 'POST',
  path: '/api/notes/:id/close',
  summary: 'Close a note with a signed form',
  needs: 'public',
  signed: true,
  params: ById,
  bodyType: 'form',
  body: z.object({ signature: z.string() }),
  produces: 'text/xml',
} as const
const printNote = {
  method: 'GET',
  path: '/api/notes/:id/print',
  summary: 'Print a note',
  needs: 'self',
  params: ById,
  produces: 'application/pdf',
} as const
const listNotes = {
  method: 'GET',
  path: '/api/notes',
  summary: 'List notes',
  needs: 'self',
  query: z.object({ sort: z.optional(z.enum(['newest', 'text'])), ...pageQuery }),
  response: z.array(Note),
} as const

type NoteSettings = { signature: string; footer: string }
const noteOrders = { newest: { by: ['id'], descending: true }, text: { by: ['text', 'id'] } }
const noteList: List<Paged, NoteRow, NoteRow> = {
  statement: (page) =>
    namedStatement((bind) => pageOf('SELECT id, text, open FROM notes', page, noteOrders, bind)),
  orders: noteOrders,
  toItems: (rows) => rows,
}

const commands = {
  writeNote: (ctx: ServiceContext<NoteSettings>, noteId: number, text: string) =>
    execute(ctx, noteAggregate, noteId, {
      type: 'WriteNote',
      text: `${text}${ctx.settings.footer}`,
    }),
  closeNote: (ctx: ServiceContext<NoteSettings>, noteId: number) =>
    execute(ctx, noteAggregate, noteId, { type: 'CloseNote' }),
}

/** The batch that `closeCopies` gets is rolled back after its commands; the one after it does nothing. */
let outcome: 'rolled back' | 'nothing' | undefined

const closeCopies: Reactor<NoteSettings> = {
  name: 'closeCopies',
  version: 1,
  types: ['NoteWritten'],
  react: async ({ events, contextFor }) => {
    if (outcome === 'nothing') return
    for (const event of events) {
      const { noteId, text } = event.data as { noteId: number; text: string }
      if (text.startsWith('copy')) await commands.closeNote(contextFor(event), noteId)
    }
    if (outcome === 'rolled back') throw new Error('not today')
  },
}

const timerRuns: string[] = []
const worked: string[] = []
const service = defineService<NoteSettings, typeof commands>({
  name: 'notes',
  projections: [notes],
  routes: [
    route(writeNote, async (call: Call<typeof writeNote, NoteSettings>) => {
      const { row } = await commands.writeNote(call, call.body.id, call.body.text)
      return row as NoteRow
    }),
    route(closeNoteByForm, async (call: Call<typeof closeNoteByForm, NoteSettings>) => {
      if (call.body.signature !== call.settings.signature || !call.request.get('x-signed'))
        throw rejection('forbidden', 'This is not signed.')
      await commands.closeNote(call, call.params.id)
      return '<closed/>'
    }),
    route(printNote, ({ params, header }) => {
      header('Content-Disposition', `attachment; filename="note-${params.id}.pdf"`)
      return new TextEncoder().encode('%PDF')
    }),
    route(listNotes, (call) => answerList(call, listNotes.path, noteList)),
  ],
  commands,
  reactors: [closeCopies],
  timers: [
    {
      name: 'countNotes',
      cron: '* * * * *',
      run: async ({ settings, wakeWorker }) => {
        timerRuns.push(settings.signature)
        wakeWorker()
      },
    },
  ],
  startWork: async ({ settings }) => ({
    wake: () => void worked.push(settings.signature),
    stop: async () => void worked.push('stopped'),
  }),
})

const settings = { signature: 'good', footer: '!' }
const origin = () => ({ metadata: { actor: 'user-1', requestId: 'r' }, now: new Date() })
const start = () => startServiceForTest(service, { settings })
let test: Awaited<ReturnType<typeof start>>
let statements: string[]
beforeAll(async () => {
  test = await start()
  statements = statementsOf(test.pool)
})
afterAll(() => test.stop())

describe('a declared service', () => {
  it('lists its endpoints and owns a schema with its role, migrations and read models', () => {
    expect(service.endpoints).toEqual([writeNote, closeNoteByForm, printNote, listNotes])
    expect(service.schema).toMatchObject({ schema: 'notes', role: 'plumbline_notes', projections: [notes] })
    const ids = service.schema.migrations.map(({ id }) => id)
    expect(ids).toEqual(
      expect.arrayContaining(['idempotency-v1', 'rate-limits-v1', 'subscription-closeCopies-v1']),
    )
  })

  it('gives its settings to handlers and commands, and executes commands without HTTP', async () => {
    const answer = await test.call('POST', '/api/notes', { body: { id: 1, text: 'over HTTP' } })
    expect([answer.status, answer.json]).toEqual([201, { id: 1, text: 'over HTTP!', open: true }])
    const { row } = await test.commands.writeNote(origin(), 2, 'without')
    expect(row).toEqual({ id: 2, text: 'without!', open: true })
  })

  it('answers another media type with its headers', async () => {
    const answer = await test.send('GET', '/api/notes/7/print')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toContain('note-7.pdf')
    expect(await answer.text()).toBe('%PDF')
  })

  it.each([
    ['takes no statement', false, 0],
    ['takes one while another release runs', true, 1],
  ])('looks whether its own read models hold the consistency token of a read: %s', async (_, isMixed, n) => {
    const { pool, commands, position, call, stop } = await startServiceForTest(service, { settings, isMixed })
    const sent = statementsOf(pool)
    await commands.writeNote(origin(), 1, 'mine')
    const minPosition = String(await position())
    sent.length = 0
    expect((await call('GET', '/api/notes/7/print', { caller: { minPosition } })).status).toBe(200)
    expect(sent).toHaveLength(n)
    await stop()
  })

  it('reads a form, and shows the handler the request to verify its signature', async () => {
    await test.commands.writeNote(origin(), 3, 'to close')
    const close = (form: Record<string, string>, headers: Record<string, string>) =>
      test.call('POST', '/api/notes/3/close', { form, headers, caller: { user: null } })
    expect((await close({ signature: 'good' }, {})).status).toBe(403)
    expect((await close({ signature: 'bad' }, { 'x-signed': 'yes' })).status).toBe(403)
    const answer = await close({ signature: 'good' }, { 'x-signed': 'yes' })
    expect([answer.status, answer.text]).toEqual([200, '<closed/>'])
    const json = await test.call('POST', '/api/notes/3/close', { body: { signature: 'good' } })
    expect(json.status).toBe(415)
    expect(await run(test.pool, sql`SELECT open FROM notes WHERE id = 3`)).toEqual([{ open: false }])
  })

  it('runs a reactor whose commands have the service as their actor', async () => {
    await test.commands.writeNote(origin(), 4, 'copy of a note')
    await test.react()
    expect(await run(test.pool, sql`SELECT open FROM notes WHERE id = 4`)).toEqual([{ open: false }])
    const actors = await run(
      test.owner,
      sql`SELECT metadata->>'actor' AS actor, metadata->>'requestId' AS "requestId" FROM es.events
          WHERE stream_id = 'note-4' AND type = 'NoteClosed'`,
    )
    expect(actors).toEqual([{ actor: 'notes', requestId: 'r' }])
    await test.react()
    expect(await test.differences()).toEqual([])
  })

  it('runs its reactors in a test over what is committed, once an append before it has ended', async () => {
    const slow = await test.owner.connect()
    await slow.query('BEGIN')
    const events = [{ type: 'NoteSeen', data: {} }]
    await appendEvents(slow, { stream: 'note-900', expectedVersion: 0, events, metadata: testMetadata })
    await test.commands.writeNote(origin(), 5, 'copy of a note')
    const reacted = test.react()
    await sleep(50)
    await slow.query('COMMIT')
    slow.release()
    await reacted
    expect(await run(test.pool, sql`SELECT open FROM notes WHERE id = 5`)).toEqual([{ open: false }])
  })

  const nextOf = (headers: Headers) => /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]

  it.each(['newest', 'text'] as const)('answers a list by %s as a whole, or page by page', async (sort) => {
    const all = await test.call<NoteRow[]>('GET', `/api/notes?sort=${sort}`)
    expect(all.json.length).toBeGreaterThanOrEqual(4)
    const inOrder = {
      newest: all.json.toSorted((a, b) => b.id - a.id),
      text: all.json.toSorted((a, b) => Number(a.text > b.text) - Number(a.text < b.text)),
    }[sort]
    expect(all.json).toEqual(inOrder)
    const pages: NoteRow[] = []
    for (let path: string | undefined = `/api/notes?limit=3&sort=${sort}`; path; ) {
      const page: Awaited<ReturnType<typeof test.call<NoteRow[]>>> = await test.call('GET', path)
      expect(page.json.length).toBeLessThanOrEqual(3)
      expect(page.headers.get('x-total-count')).toBeNull()
      pages.push(...page.json)
      path = nextOf(page.headers)
    }
    expect(pages).toEqual(all.json)
  })

  it('says with a page how many there are, when it is asked', async () => {
    const all = await test.call<NoteRow[]>('GET', '/api/notes')
    statements.length = 0
    const { headers, json } = await test.call<NoteRow[]>('GET', '/api/notes?limit=1&count=true')
    expect(json).toEqual(all.json.slice(0, 1))
    // what is only counted is not sorted
    const counting = statements.filter((text) => text.includes('count(*)'))
    expect(counting).toHaveLength(1)
    expect(counting[0]).not.toContain('ORDER BY')
    expect(headers.get('x-total-count')).toBe(String(all.json.length))
    expect(nextOf(headers)).not.toContain('count')
  })

  it.each([
    ['text', '["newest",2]'],
    ['newest', '["newest"]'],
    ['newest', '["newest",2,3]'],
    ['newest', '["newest",null]'],
    ['newest', '["newest","x"]'],
    ['newest', 'forged'],
  ])('refuses in the order %s the cursor %s', async (sort, text) => {
    const cursor = Buffer.from(text).toString('base64url')
    expect((await test.call('GET', `/api/notes?limit=3&sort=${sort}&cursor=${cursor}`)).status).toBe(400)
  })

  it('announces what its reactors append, and nothing when they append nothing', async () => {
    const announced: (Appended | null)[] = []
    const stop = test.notifier.subscribe((appended) => void announced.push(appended))
    await test.commands.writeNote(origin(), 61, 'no duplicate')
    await test.react()
    const [written] = announced
    expect(announced).toEqual([
      {
        types: new Set(['NoteWritten']),
        writers: new Set([service.release.writer]),
        position: expect.any(BigInt),
        awaited: new Set(),
      },
    ])
    await test.commands.writeNote(origin(), 62, 'copy of a note')
    await test.react()
    await expect.poll(() => announced).toHaveLength(3)
    expect(announced[2]).toMatchObject({
      types: new Set(['NoteClosed']),
      position: (written?.position ?? 0n) + 2n,
    })
    stop()
  })

  it('does not announce what was rolled back', async () => {
    const resources = { ...test, clock: () => test.clock.now }
    const reactor = service
      .subscriptions(resources)
      .find(({ name }) => name === 'closeCopies') as Subscription
    await test.commands.writeNote(origin(), 71, 'copy of a note')
    const announced: (Appended | null)[] = []
    const stop = test.notifier.subscribe((appended) => void announced.push(appended))
    outcome = 'rolled back'
    await expect(processBatch(test.pool, reactor, test)).rejects.toThrow('not today')
    outcome = 'nothing'
    // the server notices a moment later that the connection with the checkpoint has ended
    await expect.poll(() => processBatch(test.pool, reactor, test)).toBe('idle')
    outcome = undefined
    await new Promise(setImmediate)
    expect(announced).toEqual([])
    stop()
  })

  it('announces what its reactors append although another event of the batch is dead-lettered', async () => {
    const reactor = service
      .subscriptions({ ...test, clock: () => test.clock.now })
      .find(({ name }) => name === 'closeCopies') as Subscription
    await test.commands.writeNote(origin(), 81, 'copy of a note')
    await test.commands.writeNote(origin(), 82, 'copy that is closed already')
    await test.commands.closeNote(origin(), 82)
    const announced: (Appended | null)[] = []
    const stop = test.notifier.subscribe((appended) => void announced.push(appended))
    expect(await processBatch(test.pool, reactor, { ...test, isolate: true })).toBe('idle')
    stop()
    expect(announced).toMatchObject([{ types: new Set(['NoteClosed']) }])
    const closed = await readStream(test.owner, 'note-81')
    expect(announced[0]?.position).toBe(closed.at(-1)?.position)
  })

  it('starts its timers and background work, and wakes the work after reactors and timers', async () => {
    const pool = test.database.pool({ max: 2, longRunning: true })
    const timers = await createTimers({ pool, log: test.log, install: true })
    const registered = new Map<string, () => Promise<void>>()
    const worker = await service.startWorker({
      ...test,
      clock: () => test.clock.now,
      timers: { ...timers, every: async (name, _cron, handle) => void registered.set(name, handle) },
      backing: { kind: 'postgres', pool },
    })
    await registered.get('countNotes')?.()
    expect([timerRuns, worked]).toEqual([['good'], ['good']])
    worker.subscriptions.find(({ name }) => name === 'closeCopies')?.onCommitted?.()
    expect(worked).toEqual(['good', 'good'])
    await worker.stop()
    expect(worked.at(-1)).toBe('stopped')
    await timers.stop()
  })
})
