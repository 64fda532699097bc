import { setTimeout as sleep } from 'node:timers/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { password, useOffice } from './office.ts'

/** The part of OpenAPI's schemas that the document of the calls uses. */
type Schema = {
  type?: string
  nullable?: boolean
  enum?: unknown[]
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  /** `minimum` itself is not allowed. */
  exclusiveMinimum?: boolean
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

const longest = 300
const byFormat: Record<string, fc.Arbitrary<string>> = {
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map((it) => it.toISOString()),
  date: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map((it) => it.toISOString().slice(0, 10)),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
}

const leastOf = ({ minimum, exclusiveMinimum }: Schema) =>
  minimum !== undefined && exclusiveMinimum ? minimum + 1 : minimum

/** Values that a schema allows; a number that may be an id is small, so that the id often exists. */
function allowed(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.nullable) return fc.oneof(fc.constant(null), allowed({ ...schema, nullable: false }))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(allowed))
  switch (schema.type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(leastOf(schema) ?? 1, -100),
        max: Math.min(schema.maximum ?? 60, 60),
      })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(allowed(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'object':
      return record(schema)
    default:
      return fc.jsonValue()
  }
}

function text({ format, pattern, minLength = 0, maxLength = longest }: Schema): fc.Arbitrary<string> {
  const arbitrary = format && byFormat[format]
  if (arbitrary) return arbitrary
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, longest) })
}

function record({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.string(), allowed(additionalProperties), { maxKeys: 4 })
  const fields = Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, allowed(it)]))
  return fc.record(fields, { requiredKeys: required })
}

// what a cursor of a list or of the search contains, with days that no calendar or no database has
const cursors = ['0000-01-01', '0001-01-01', '2026-02-30', '9999-12-31'].flatMap((day) =>
  ['', '1 '].map((rank) => Buffer.from(`${rank}${day}T12:00:00.000Z 999999999`).toString('base64url')),
)
const extremeTexts: Record<string, readonly string[]> = {
  date: ['0000-01-01', '0001-01-01', '9999-12-31'],
  'date-time': ['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
}
/** Digits of any length, of which a pattern allows some. */
const digits = Array.from({ length: 24 }, (_, i) => '9'.repeat(i + 1))

/** The outermost values that a schema allows: what the type of a column may not hold. */
function extreme(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.nullable) return fc.oneof(fc.constant(null), extreme({ ...schema, nullable: false }, name))
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((it) => extreme(it, name)))
  const { format = '', pattern, minimum, maximum } = schema
  if (name === 'cursor') return fc.constantFrom(...cursors)
  if (schema.enum) return allowed(schema)
  switch (schema.type) {
    case 'integer':
      return fc.constantFrom(leastOf(schema) ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER)
    case 'number':
      return fc.constantFrom(minimum ?? -1e308, maximum ?? 1e308)
    case 'array':
      return fc.array(extreme(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, it]) => [key, extreme(it, key)]),
        ),
        { requiredKeys: schema.required ?? [] },
      )
    case 'string': {
      const texts = (extremeTexts[format] ?? digits).filter((it) => !pattern || new RegExp(pattern).test(it))
      return texts.length > 0 ? fc.constantFrom(...texts) : allowed(schema)
    }
    default:
      return allowed(schema)
  }
}

/** Values that hardly any schema allows, and some that break what takes them on trust. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '\0',
    '\ud800',
    '‮‭',
    "'; DROP TABLE customers; --",
    '%_\\',
    '{{7*7}}',
    'x'.repeat(20_000),
    '1e400',
    'NaN',
    2 ** 53,
    -1,
    1e308,
    { __proto__: 1 },
    [[[[[[[[[[[[[[]]]]]]]]]]]]]],
  ),
)

const office = useOffice({ DEMO_DATA: 'on' })

type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[]
  requestBody?: { content: { 'application/json': { schema: Schema; example?: unknown } } }
}
type Document = { paths: Record<string, Record<string, Operation>> }

it('the document of all calls passes a public set of rules and has every call that was asked for', async () => {
  const text = await (await fetch(`${office.url}/api/openapi.json`)).text()
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: text, config })
  const counts = ({ severity, ruleId }: (typeof problems)[number]) =>
    severity === 'error' || ruleId === 'no-invalid-media-type-examples'
  expect(problems.filter(counts)).toEqual([])
  const { paths } = JSON.parse(text) as Document
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(calls).toEqual(
    expect.arrayContaining([
      'GET /api/auth/user',
      'POST /api/logout',
      'POST /api/leads',
      'GET /api/leads',
      'GET /api/customers',
      'POST /api/customers',
      'GET /api/customers/{id}',
      'GET /api/appointments',
      'POST /api/appointments',
      'PUT /api/appointments/{id}',
      'DELETE /api/appointments/{id}',
      'GET /api/customers/{id}/appointments',
      'GET /api/invoices',
      'GET /api/customers/{id}/invoices',
      'GET /api/messages',
      'GET /api/messages/customer/{id}',
      'POST /api/messages',
      'GET /api/dashboard/stats',
      'POST /api/search',
    ]),
  )
})

it('is a page to read, under the same policy as all others', async () => {
  const { page, context, complaints } = await office.visitor()
  await page.goto('/api/docs')
  await page.getByRole('link', { name: 'login', exact: true }).click()
  const signIn = page.getByText('Sign in', { exact: true }).first()
  await signIn.waitFor()
  await signIn.click()
  await page.getByRole('button', { name: 'Try it out' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

const busyForMs = 60_000

/** The answer to a call. It is repeated while a service that is behind says after how many seconds that may be. */
async function answerOf(send: () => Promise<Response>): Promise<Response> {
  const deadline = Date.now() + busyForMs
  for (;;) {
    const answer = await send()
    const waitMs = Number(answer.headers.get('retry-after')) * 1_000
    if (answer.status !== 503 || !waitMs || Date.now() + waitMs > deadline) return answer
    await answer.arrayBuffer()
    await sleep(waitMs)
  }
}

describe('driven from its document alone, no call fails on our side', () => {
  // what ends the session, never ends by itself, or is signed by a provider
  const left = new Set([
    '/api/logout',
    '/api/stream',
    '/api/login',
    '/api/webhooks/twilio/status',
    '/api/webhooks/twilio/inbound',
  ])
  const runs = 12

  it.each(['allowed', 'hostile', 'extreme'] as const)(
    'with values it calls %s',
    async (kind) => {
      const signedIn = await fetch(`${office.url}/api/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'owner', password }),
      })
      const cookie = (signedIn.headers.get('set-cookie') as string).split(';')[0] as string
      const { paths } = (await (await fetch(`${office.url}/api/openapi.json`)).json()) as Document
      const values = {
        allowed,
        hostile: (schema: Schema) => fc.oneof(hostile, allowed(schema)),
        extreme: (schema: Schema, name?: string) => fc.oneof(extreme(schema, name), allowed(schema)),
      }
      const value = values[kind]
      // the log positions that a browser says it has seen
      const seen: Record<string, string> =
        kind === 'extreme'
          ? { cookie: `${cookie}; seen=${'9'.repeat(18)}`, 'x-told-position': '9'.repeat(19) }
          : { cookie }
      const statuses = new Map<number, number>()
      for (const [path, operations] of Object.entries(paths).filter(([path]) => !left.has(path))) {
        for (const [method, { parameters = [], requestBody }] of Object.entries(operations)) {
          const named = parameters.filter((it) => it.in !== 'header')
          const input = fc.record({
            given: fc.record(Object.fromEntries(named.map((it) => [it.name, value(it.schema, it.name)]))),
            body: requestBody
              ? value(requestBody.content['application/json'].schema)
              : fc.constant(undefined),
          })
          for (const { given, body } of fc.sample(input, { numRuns: runs, seed: 20_261_122 })) {
            const text = (name: string) => String((given as Record<string, unknown>)[name]).toWellFormed()
            const address = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(text(name)))
            const query = new URLSearchParams(
              named
                .filter((it) => it.in === 'query')
                .map((it) => [it.name, text(it.name)] as [string, string]),
            )
            const answer = await answerOf(() =>
              fetch(`${office.url}${address}?${query}`, {
                method: method.toUpperCase(),
                redirect: 'manual',
                headers: { ...seen, ...(body !== undefined && { 'content-type': 'application/json' }) },
                ...(body !== undefined && { body: JSON.stringify(body) }),
              }),
            )
            const request = `${method} ${address}?${query} ${JSON.stringify(body)?.slice(0, 300)}`
            if (answer.status >= 500) expect.fail(`${answer.status} ${await answer.text()} to ${request}`)
            await answer.arrayBuffer()
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          }
        }
      }
      console.log(kind, Object.fromEntries(statuses))
      // the session lived through all of it
      expect(statuses.get(401) ?? 0).toBe(0)
      expect(
        kind !== 'hostile' ? (statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) : statuses.get(400),
      ).toBeGreaterThan(20)
    },
    // some 1,800 calls, one after the other
    300_000,
  )
})

it('a number that is nobody’s leads nowhere, in the path or the body of whichever call', async () => {
  // as high as numbers go, and far above any that was given out
  const nobodys = 999_999_999
  // some of the calls above end the other sessions
  const client = createClient(office.url)
  await client.signIn('owner', password)
  const { paths } = (await (await fetch(`${office.url}/api/openapi.json`)).json()) as Document
  const led: string[] = []
  let requestCount = 0
  for (const [path, operations] of Object.entries(paths))
    for (const [method, { requestBody }] of Object.entries(operations)) {
      const example = requestBody?.content['application/json']?.example as Record<string, unknown> | undefined
      const numbers = Object.keys(example ?? {}).filter((name) => /Id$/.test(name))
      if (!/\{(id|paymentId)\}/.test(path) && numbers.length === 0) continue
      const body = example && { ...example, ...Object.fromEntries(numbers.map((name) => [name, nobodys])) }
      const address = path.replace(/\{(id|paymentId)\}/g, String(nobodys))
      const { status } = await client.send(method.toUpperCase(), address, body)
      requestCount += 1
      if (status !== 404 && status !== 400) led.push(`${status} ${method} ${path} ${JSON.stringify(body)}`)
    }
  expect(led).toEqual([])
  expect(requestCount).toBeGreaterThan(30)
})
