import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  InMemorySpanExporter,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Pool } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { appendEvents, type Recorded, readStream } from '@plumbline/platform/event-store'
import { migrate } from '@plumbline/platform/migrate'
import { processBatch, type Subscription, subscriptionMigration } from '@plumbline/platform/subscriptions'
import { createTestDatabase, type TestDatabase } from '@plumbline/platform/testing'
import { beginTrace, traceparent, withRemoteSpan, withSpan } from '@plumbline/platform/trace'
import express from 'express'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { metadata, noteOwners } from '../../../services/platform/src/testing/note.ts'

const exporter = new InMemorySpanExporter()
let isSampled = true
const root: Sampler = {
  shouldSample: () => ({
    decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD,
  }),
  toString: () => 'as the test says',
}
let database: TestDatabase
let pool: Pool
const reader: Subscription = {
  name: 'traceReader',
  version: 1,
  kind: 'reactor',
  types: ['NoteWritten'],
  apply: async () => {},
}

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  const spanProcessors = [new SimpleSpanProcessor({ exporter })]
  trace.setGlobalTracerProvider(
    new TracerProvider({ sampler: new ParentBasedSampler({ root }), spanProcessors }),
  )
  database = await createTestDatabase(noteOwners)
  pool = database.pool()
  await migrate(pool, [{ schema: 'notes', migrations: [subscriptionMigration(reader)] }])
})
afterAll(async () => {
  // the files after this one share its globals
  for (const api of [trace, propagation, context]) api.disable()
  await database.drop()
})
beforeEach(() => {
  isSampled = true
  exporter.reset()
})

const id = (digit: string, length: number) => digit.repeat(length)
const parentOf = (digit: string, flags = '01') => `00-${id(digit, 32)}-${id(digit, 16)}-${flags}`
const finishedSpans = () => exporter.getFinishedSpans()
const names = () => finishedSpans().map(({ name }) => name)
const write = (stream: string) =>
  appendEvents(pool, {
    stream,
    expectedVersion: 'any',
    events: [{ type: 'NoteWritten', data: { noteId: 1 } }],
    metadata,
  })
const stored = async (stream: string) =>
  (await readStream(pool, stream)).map((event: Recorded) => event.metadata.traceparent)

it('only a door begins a trace: work by itself, or for a trace that nobody keeps, leaves none', async () => {
  expect(await withSpan({ name: 'alone' }, async () => traceparent())).toBeUndefined()
  for (const parent of [undefined, null, '', 'nonsense', parentOf('0'), parentOf('a', '00')])
    expect(await withRemoteSpan(parent, { name: 'nothing' }, async () => traceparent())).toBeUndefined()
  await write('note-1')
  expect(await stored('note-1')).toEqual([undefined])
  expect(names()).toEqual([])
})

it('work goes on in the trace that it is handed', async () => {
  const within = await withRemoteSpan(parentOf('a'), { name: 'outer' }, () =>
    withSpan({ name: 'inner' }, async () => traceparent()),
  )
  expect(names()).toEqual(['inner', 'outer'])
  const [inner, outer] = finishedSpans()
  expect(outer?.parentSpanContext?.spanId).toBe(id('a', 16))
  expect(inner?.parentSpanContext?.spanId).toBe(outer?.spanContext().spanId)
  expect(within).toBe(`00-${id('a', 32)}-${inner?.spanContext().spanId}-01`)
})

it('each event of a page is reacted to in its own trace', async () => {
  await withRemoteSpan(parentOf('b'), { name: 'one' }, () => write('note-2'))
  await write('note-3')
  await withRemoteSpan(parentOf('c'), { name: 'other' }, () => write('note-4'))
  expect(await stored('note-2')).toEqual([expect.stringContaining(id('b', 32))])
  exporter.reset()
  await processBatch(pool, reader)
  const traces = finishedSpans().map((span) => [span.name, span.spanContext().traceId])
  expect(traces).toEqual([
    ['react traceReader', id('b', 32)],
    ['react traceReader', id('c', 32)],
  ])
})

it('tells the kind of an error, never its message', async () => {
  const failing = (error: Error) =>
    withRemoteSpan(parentOf('d'), { name: 'fails' }, () => Promise.reject(error)).catch(() => {})
  await failing(new TypeError('Ann Lee is no number'))
  await failing(rejection('conflict', 'Ann Lee is here already'))
  expect(finishedSpans().map(({ attributes, status }) => [attributes, status])).toEqual([
    [{ 'error.type': 'TypeError' }, { code: 2 }],
    [{ 'error.type': 'conflict' }, { code: 0 }],
  ])
  expect(finishedSpans().flatMap(({ events }) => events)).toEqual([])
})

it('a request begins a trace of its own, whatever it says, or none when it is not drawn', async () => {
  const app = express()
    .use(beginTrace)
    .get('/notes/:id', (_req, res) => void res.json({ within: traceparent() ?? null }))
  const server = app.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  const fetchTraceparent = async (): Promise<string | null> => {
    const headers = { traceparent: parentOf('e') }
    const answer = await fetch(`http://127.0.0.1:${port}/notes/42?q=Ann`, { headers })
    return ((await answer.json()) as { within: string | null }).within
  }
  expect(await fetchTraceparent()).not.toContain(id('e', 32))
  await expect.poll(names).toEqual(['GET /notes/:id'])
  const [span] = finishedSpans()
  expect(span?.parentSpanContext).toBeUndefined()
  expect(span?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/notes/:id',
    'http.response.status_code': 200,
  })
  isSampled = false
  expect(await fetchTraceparent()).toBeNull()
  await new Promise((resolve) => server.close(resolve))
  expect(names()).toHaveLength(1)
})
