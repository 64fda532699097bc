import { createConfig, lintFromString } from '@redocly/openapi-core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createClient } from './client.ts'
import { password, useOffice } from './office.ts'
import { allowed, extreme, hostile, type Schema } from './samples.ts'

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
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
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
  const signIn = page.getByText('Sign in', { exact: true }).first()
  await signIn.waitFor()
  await signIn.click()
  await page.getByRole('button', { name: 'Try it out' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

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
            const answer = await fetch(`${office.url}${address}?${query}`, {
              method: method.toUpperCase(),
              redirect: 'manual',
              headers: { ...seen, ...(body !== undefined && { 'content-type': 'application/json' }) },
              ...(body !== undefined && { body: JSON.stringify(body) }),
            })
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
    120_000,
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
