import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import {
  createTestDatabase,
  type SmtpPeer,
  startSmtpPeer,
  type TestDatabase,
} from '@plumbline/platform/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createClient, eventually } from './client.ts'
import { type Product, removeDataDir, startProduct, throwawayDataDir } from './product.ts'

/** A span as it arrived, with the service that sent it. */
type Span = {
  service: string
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status?: { code?: number }
  attributes: { key: string; value: unknown }[]
}

type Request = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue: string } }[] }
    scopeSpans: { spans: Omit<Span, 'service'>[] }[]
  }[]
}

/** Takes traces as a collector does (OTLP over HTTP), and keeps them. */
async function startCollector() {
  const spans: Span[] = []
  const server = createServer(async (req, res) => {
    const { resourceSpans } = (await json(req)) as Request
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
      for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })))
    }
    res.writeHead(req.url === '/v1/traces' ? 200 : 404, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** A step and what it came of, to the beginning. */
    wayTo: (name: string): Span[] => {
      const way: Span[] = []
      let at = spans.find((span) => span.name === name)
      while (at) {
        way.push(at)
        const { traceId, parentSpanId } = at
        at = spans.find((span) => span.traceId === traceId && span.spanId === parentSpanId)
      }
      return way.reverse()
    },
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
type Collector = Awaited<ReturnType<typeof startCollector>>

const dataDir = throwawayDataDir()
// prints which part of the SDK a process loads
const watching = `import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) {
  const part = /@opentelemetry\\/([\\w-]+)/.exec(url)
  if (part) console.log('loaded ' + part[1])
  return next(url, context)
} })`
const env = {
  OWNER_PASSWORD: 'correct horse',
  RATE_LIMIT_SCALE: '100',
  DEMO_DATA: 'off',
  OTEL_SERVICE_NAME: '',
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(watching)}`,
}
const somebodyElses = '0af7651916cd43dd8448eb211c80319c'
let smtp: SmtpPeer
let collector: Collector
let database: TestDatabase

beforeAll(async () => {
  smtp = await startSmtpPeer()
  collector = await startCollector()
  database = await createTestDatabase()
})
afterAll(async () => {
  await smtp.stop()
  await collector.stop()
  await database.drop()
  await removeDataDir(dataDir)
})
afterEach(() => {
  collector.spans.length = 0
})

/** A visitor asks for an estimate, the owner has the mail about it, and the product is stopped. */
async function oneLead(
  lastName: string,
  more: Record<string, string>,
  args: string[] = [],
): Promise<Product> {
  const stores = { DATABASE_URL: database.url, SMTP_URL: smtp.url }
  const product = await startProduct(dataDir, { ...env, ...stores, ...more }, args)
  const lead = { firstName: 'Nadja', lastName, email: 'nadja@example.test', phone: '919 555 0177' }
  const headers = { traceparent: `00-${somebodyElses}-b7ad6b7169203331-01` }
  const answer = await createClient(product.url).send('POST', '/api/leads', lead, headers)
  expect(answer.status, answer.text).toBe(201)
  await eventually(async () => smtp.mails.some(({ subject }) => subject.includes(lastName)))
  expect(await product.stop()).toBe(0)
  return product
}

async function storedTraces(): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client
    .query(`SELECT metadata->>'traceparent' AS stored FROM es.events WHERE type = 'LeadReceived'
      UNION ALL SELECT traceparent FROM messaging.deliveries`)
    .finally(() => client.end())
  return rows.map(({ stored }) => stored)
}

it('without a collector nothing of it is loaded, and nothing is kept for it', async () => {
  const product = await oneLead('Unseen', { OTEL_TRACES_SAMPLER_ARG: '1' })
  expect(product.output()).toContain('loaded api')
  expect(product.output().match(/loaded (?!api)[\w-]+/g)).toBeNull()
  expect(collector.spans).toEqual([])
  expect(await storedTraces()).toEqual([null, null])
})

it.each([
  ['Together', [], ['web', 'web', 'web', 'worker', 'worker', 'worker']],
  ['Apart', ['--distributed'], ['gateway', 'crm', 'crm', 'worker', 'worker', 'worker']],
])('one trace leads from a request to the mail it caused: %s', async (lastName, args, services) => {
  const product = await oneLead(lastName, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, args)
  expect(product.output()).toContain('loaded sdk-trace')
  const way = collector.wayTo('send email')
  expect(way.map(({ name }) => name)).toEqual([
    'POST /api/leads',
    'crm POST /api/leads',
    'append lead',
    'react notifyOwner',
    'deliver email',
    'send email',
  ])
  expect(way.map(({ service }) => service)).toEqual(services)
  expect(way[0]?.parentSpanId).toBeUndefined()
  expect(way.some(({ status }) => status?.code === 2)).toBe(false)
  const spansJson = JSON.stringify(collector.spans)
  // four digits alone are in many an id
  const number = ['555 0177', '5550177']
  for (const word of ['Nadja', lastName, 'nadja@', ...number, somebodyElses])
    expect(spansJson).not.toContain(word)
})
