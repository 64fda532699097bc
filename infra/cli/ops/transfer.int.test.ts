import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, mkdtempSync } from 'node:fs'
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Pool } from '@plumbline/platform/db'
import { appendEvents, readStream } from '@plumbline/platform/event-store'
import { rebuildProjection } from '@plumbline/platform/projections'
import { processBatch, type Subscription } from '@plumbline/platform/subscriptions'
import { createTestDatabase, type TestDatabase, testKeyring } from '@plumbline/platform/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rebuildStale, rebuildTargets } from '../../processes/stores/rebuildTargets.ts'
import { owners } from '../../processes/stores/schemas.ts'
import { exportLog } from './exportLog.ts'
import { type ImportOptions, importLog } from './importLog.ts'
import { seeded, seedLeads } from './leadFixture.ts'
import { type Filter, readLogFile } from './logFile.ts'

const total = seeded
const metadata = { actor: 'test', requestId: 'test' }
let source: TestDatabase
let from: Pool
let folder: string
let file: string
let target: TestDatabase
let to: Pool

beforeAll(async () => {
  source = await createTestDatabase(owners)
  from = source.pool({ max: 4, longRunning: true })
  folder = mkdtempSync(join(tmpdir(), 'plumbline-export-'))
  file = join(folder, 'log.ndjson')
  // a position that an aborted append drew stays empty
  await from.query(`SELECT nextval('es.event_position')`)
  await seedLeads(source)
  await exportTo(file)
})
afterAll(async () => {
  await source.drop()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  target = await createTestDatabase(owners)
  to = target.pool({ max: 4, longRunning: true })
})
afterEach(() => target.drop())

const exportTo = (path: string, filter?: Filter) => exportLog(createWriteStream(path), { pool: from, filter })

async function importFrom(path: string, options: Partial<ImportOptions> = {}) {
  const handle = await open(path)
  try {
    return await importLog(await readLogFile('the file', handle), { pool: to, ...options })
  } finally {
    await handle.close()
  }
}

/** Every column as it is stored: what is read through the driver knows no microseconds. */
/** Of who wrote rows together with an event the imported log says nothing: its read models are filled anew. */
const events = async (pool: Pool) =>
  (
    await pool.query<{ row: string }>(
      `SELECT (to_jsonb(e) - 'writer')::text AS row FROM es.events e ORDER BY position`,
    )
  ).rows.map(({ row }) => row)
const leads = async (pool: Pool) => (await pool.query('SELECT * FROM crm.leads ORDER BY id')).rows

/** The keys are no part of an export. */
async function moveKeys(): Promise<void> {
  const { rows } = await from.query('SELECT subject, wrapped FROM es.subject_keys')
  for (const { subject, wrapped } of rows)
    await to.query('INSERT INTO es.subject_keys (subject, wrapped) VALUES ($1, $2)', [subject, wrapped])
}

/** The file with other lines, under a checksum that is right. */
async function rewritten(change: (lines: string[]) => string[]): Promise<string> {
  const [trailer = '', ...reversed] = (await readFile(file, 'utf8')).trimEnd().split('\n').reverse()
  const body = change(reversed.reverse())
    .map((line) => `${line}\n`)
    .join('')
  const sha256 = createHash('sha256').update(body).digest('hex')
  const path = join(folder, 'rewritten.ndjson')
  await writeFile(path, `${body}${JSON.stringify({ ...JSON.parse(trailer), sha256 })}\n`)
  return path
}

describe('an exported log', () => {
  it('is events as they are stored, one a line, and a checksum', async () => {
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
    const { rows } = await from.query('SELECT event_id, data FROM es.events ORDER BY position LIMIT 1')
    expect(JSON.parse(lines[0] as string)).toEqual({
      position: '2',
      stream: 'lead-1',
      version: 1,
      id: rows[0].event_id,
      type: 'LeadReceived',
      schemaVersion: expect.any(Number),
      data: rows[0].data,
      metadata: { actor: 'visitor', requestId: 'r' },
      subject: 'lead-1',
      recordedAt: expect.stringMatching(/\.\d{6}Z$/),
    })
    expect(JSON.parse(lines.at(-1) as string)).toEqual({
      events: total,
      sha256: createHash('sha256')
        .update(`${lines.slice(0, -1).join('\n')}\n`)
        .digest('hex'),
      head: '15',
    })
    expect(lines.join()).not.toContain('@example.com')
  })

  it('ends below what is still in flight', async () => {
    const slow = await from.connect()
    await slow.query('BEGIN')
    const note = (stream: string) => ({ stream, events: [{ type: 'Noted', data: {} }], metadata })
    await appendEvents(slow, { ...note('in-flight'), expectedVersion: 0 })
    await appendEvents(from, { ...note('after-it'), expectedVersion: 0 })
    const trailer = await exportTo(join(folder, 'early.ndjson'))
    await slow.query('ROLLBACK')
    slow.release()
    expect(trailer).toMatchObject({ events: total, head: '15' })
    await from.query(`DELETE FROM es.events WHERE stream_id = 'after-it'`)
  })

  it('may be narrowed; one with whole streams can be imported, one with torn ones not', async () => {
    const path = join(folder, 'narrow.ndjson')
    expect(await exportTo(path, { type: 'LeadReceived', after: '5' })).toMatchObject({ events: 10 })
    await expect(importFrom(path)).rejects.toThrow('streams without some of their events')
    expect(await exportTo(path, { stream: 'lead-3' })).toMatchObject({ events: 1, head: '4' })
    await importFrom(path)
    expect(await events(to)).toEqual([(await events(from))[2]])
    expect(await exportTo(path, { type: `it's none` })).toMatchObject({ events: 0, head: '0' })
  })
})

describe('an import', () => {
  it('gives the log that was exported, and the read models with it; numbers go on behind', async () => {
    await moveKeys()
    expect(await importFrom(file)).toEqual({ events: total, imported: total, unreadable: 0 })
    for (const it of rebuildTargets) await rebuildProjection(it, { pool: to, keyring: testKeyring })

    expect(await events(to)).toEqual(await events(from))
    expect(await leads(to)).toEqual(await leads(from))
    const { rows } = await to.query(
      `SELECT nextval('es.event_position')::int AS position, nextval('crm.lead_id')::int AS lead`,
    )
    expect(rows).toEqual([{ position: 16, lead: total + 1 }])
  })

  it('repeated changes nothing', async () => {
    await importFrom(file)
    const before = await events(to)
    await appendEvents(to, {
      stream: 'later',
      expectedVersion: 0,
      events: [{ type: 'Noted', data: {} }],
      metadata,
    })
    expect(await importFrom(file)).toMatchObject({ events: total, imported: 0 })
    expect((await events(to)).slice(0, total)).toEqual(before)
  })

  it('of a damaged file writes nothing, whichever byte it is', async () => {
    const good = await readFile(file)
    const path = join(folder, 'damaged.ndjson')
    const trailerAt = good.lastIndexOf(10, good.length - 2) + 1
    const places = [
      0,
      13,
      700,
      good.length >> 1,
      trailerAt - 1,
      trailerAt + 10,
      trailerAt + 40,
      good.length - 4,
    ]
    for (const at of places) {
      const bad = Buffer.from(good)
      bad[at] = (bad[at] as number) ^ 1
      await writeFile(path, bad)
      await expect(importFrom(path)).rejects.toThrow(/the file is no(t what was| finished) export/)
    }
    for (const length of [0, 1, good.length >> 1, trailerAt, good.length - 1]) {
      await writeFile(path, good.subarray(0, length))
      await expect(importFrom(path)).rejects.toThrow('the file is no finished export')
    }
    expect(await events(to)).toEqual([])
  })

  it.each([
    ['is no event', '{"position":"3"}', 'line 7: stream Invalid input'],
    ['is no JSON', 'lead', 'line 7: Invalid input'],
  ])('names the line that %s and writes nothing', async (_what, line, message) => {
    await expect(importFrom(await rewritten((lines) => lines.with(6, line)))).rejects.toThrow(message)
    await expect(importFrom(await rewritten((lines) => lines.toReversed()))).rejects.toThrow(
      'line 2: position 14 does not come after 15',
    )
    await expect(importFrom(await rewritten((lines) => lines.slice(1)))).rejects.toThrow('other events')
    expect(await events(to)).toEqual([])
  })

  it('that broke off goes on where it was', async () => {
    const dies = (stage: string, done: number) => {
      if (stage === 'Imported' && done === 10) throw new Error('killed')
    }
    await expect(importFrom(file, { chunkSize: 5, progress: dies })).rejects.toThrow('killed')
    expect(await events(to)).toEqual((await events(from)).slice(0, 10))
    const { rows } = await to.query(`SELECT status FROM es.subscriptions WHERE name = 'crm.leads'`)
    expect(rows).toEqual([{ status: 'building' }])
    // the product does not start with half a log
    await expect(rebuildStale(to, testKeyring, () => {})).rejects.toThrow('is not all there')
    // the product ran meanwhile
    await appendEvents(to, {
      stream: 'mine',
      expectedVersion: 0,
      events: [{ type: 'Noted', data: {} }],
      metadata,
    })

    expect(await importFrom(file, { chunkSize: 4 })).toMatchObject({ imported: 4 })
    await rebuildStale(to, testKeyring, () => {})
    expect((await events(to)).slice(0, total)).toEqual(await events(from))
    expect(await events(to)).toHaveLength(total + 1)
  })

  it('is not mixed with another history', async () => {
    await appendEvents(to, {
      stream: 'lead-1',
      expectedVersion: 0,
      events: [{ type: 'Noted', data: {} }],
      metadata,
    })
    const mine = await events(to)
    await expect(importFrom(file)).rejects.toThrow('There are other events in this log.')
    await appendEvents(to, {
      stream: 'lead-1',
      expectedVersion: 1,
      events: [{ type: 'Noted', data: {} }],
      metadata,
    })
    await expect(importFrom(file)).rejects.toThrow(
      'another event in this log: Noted of lead-1 at position 2.',
    )
    expect((await events(to))[0]).toEqual(mine[0])
    expect(await events(to)).toHaveLength(2)
  })

  it('waits for what is in flight, and is refused when that comes into its way', async () => {
    const slow = await to.connect()
    await slow.query('BEGIN')
    await appendEvents(slow, {
      stream: 'mine',
      expectedVersion: 0,
      events: [{ type: 'Noted', data: {} }],
      metadata,
    })
    const refused = expect(importFrom(file)).rejects.toThrow('There are other events in this log.')
    const waiting = async () =>
      (await to.query(`SELECT 1 FROM pg_locks WHERE relation = 'es.events'::regclass AND NOT granted`))
        .rowCount
    await expect.poll(waiting).toBe(1)
    await slow.query('COMMIT')
    slow.release()
    await refused
    expect(await events(to)).toHaveLength(1)
    const { rows } = await to.query(`SELECT last_value::int AS last FROM es.event_position`)
    expect(rows).toEqual([{ last: 1 }])
  })

  it('stops at an event of a stream that went on meanwhile, and says which', async () => {
    const dies = (stage: string, done: number) => {
      if (stage === 'Imported' && done === 5) throw new Error('killed')
    }
    await expect(importFrom(file, { chunkSize: 5, progress: dies })).rejects.toThrow('killed')
    await appendEvents(to, {
      stream: 'lead-9',
      expectedVersion: 0,
      events: [{ type: 'Noted', data: {} }],
      metadata,
    })
    await expect(importFrom(file, { chunkSize: 5 })).rejects.toThrow('(stream_id, version)=(lead-9, 1)')
    expect(await events(to)).toHaveLength(6)
  })
})

describe('readers of the log', () => {
  const appliedStreams: string[] = []
  const teller: Subscription = {
    name: 'tellTheWorld',
    version: 1,
    kind: 'reactor',
    types: ['LeadReceived'],
    apply: async (_tx, page) => {
      for (const event of page) appliedStreams.push(event.stream)
    },
  }
  const register = ({ name, kind }: Subscription) =>
    to.query(`INSERT INTO es.subscriptions (name, version, kind, status) VALUES ($1, 1, $2, 'live')`, [
      name,
      kind,
    ])
  beforeEach(() => {
    appliedStreams.length = 0
  })

  it('that cause something outside take no notice, not even while it goes on', async () => {
    await register(teller)
    let steps = 0
    const progress = async (stage: string) => {
      if (stage === 'Imported') steps += 1
    }
    const working = (async () => {
      while (steps < 14) await processBatch(to, teller)
    })()
    await importFrom(file, { chunkSize: 1, progress })
    await working
    await processBatch(to, teller)
    expect(appliedStreams).toEqual([])
    await to.query(`UPDATE es.subscriptions SET position = 0 WHERE name = 'tellTheWorld'`)
    await processBatch(to, teller)
    expect(appliedStreams).toHaveLength(total)
  })

  it('that write read models wait, and miss nothing when it breaks off', async () => {
    const follower = { ...teller, name: 'crm.follower', kind: 'projection' } as const
    await register(follower)
    await to.query(`UPDATE es.subscriptions SET position = 3 WHERE name = 'crm.follower'`)
    const dies = (stage: string) => {
      if (stage === 'Imported') throw new Error('killed')
    }
    await expect(importFrom(file, { chunkSize: 5, progress: dies })).rejects.toThrow('killed')
    expect(await processBatch(to, follower)).toBe('locked')
    await importFrom(file)
    await processBatch(to, follower)
    expect(appliedStreams).toHaveLength(total)
  })
})

it('without their keys people are erased: they read as such, and nothing more is encrypted for them', async () => {
  expect(await importFrom(file)).toMatchObject({ unreadable: total })
  expect((await readStream(to, 'lead-1', { keyring: testKeyring }))[0]).toMatchObject({
    erased: true,
    data: { leadId: 1, firstName: '[erased]' },
  })
  await expect(to.query(`SELECT es.data_key('lead-1', 'x')`)).rejects.toThrow('lead-1 has been erased')
})

// four processes, each of which migrates first

it('on the command line a log goes through a pipe into another database', async () => {
  const main = resolve(import.meta.dirname, 'main.ts')
  const ops = (url: string, args: string[], input = '') =>
    new Promise<{ status: number; stdout: string; stderr: string }>((done) => {
      const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder }
      const child = execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) =>
        done({ status: error ? Number(error.code) : 0, stdout, stderr }),
      )
      child.stdin?.end(input)
    })
  const { stdout } = await ops(source.url, ['events', 'export'])
  expect(stdout).toBe(await readFile(file, 'utf8'))
  const imported = await ops(target.url, ['events', 'import', '-', '--json'], stdout)
  expect(JSON.parse(imported.stdout)).toMatchObject({
    events: total,
    imported: total,
    rebuilt: expect.arrayContaining(['crm.leads']),
  })
  expect(await leads(to)).toHaveLength(total)
  expect(await ops(target.url, ['events', 'import', '-'], stdout.slice(0, -9))).toMatchObject({
    status: 1,
    stderr: 'What was piped in is no finished export: its last line is not a checksum.\n',
  })
  expect(await ops(target.url, ['events', 'export', '--after', 'x'])).toMatchObject({
    status: 1,
    stderr: '--after takes a position, such as 1200.\n',
  })
})
