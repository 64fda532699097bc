import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError, NoAnswerError } from './apiError.ts'
import { call, callTagged, forgetAnswers } from './call.ts'
import { minPosition } from './logPosition.ts'
import { createQueryClient, sessionKey } from './queries.ts'
import { sessionQuery } from './session.ts'

const answer = (status: number, body: string, statusText = '') => {
  const fetched = vi.fn(
    async (_path: string, _init?: RequestInit) =>
      new Response(status === 204 ? null : body, { status, statusText }),
  )
  vi.stubGlobal('fetch', fetched)
  return fetched
}
afterEach(() => vi.unstubAllGlobals())

const write = {
  method: 'POST',
  path: '/api/customers/:id/notes',
  response: z.object({ id: z.int() }),
} as const

it('sends JSON, the session and the key, and answers what came back', async () => {
  const fetched = answer(201, '{"id":7}')
  expect(
    await call(write, {
      params: { id: 'a/b' },
      query: { q: 'x y', none: undefined },
      body: { text: 'hi' },
      idempotencyKey: 'k',
    }),
  ).toEqual({ id: 7 })
  const [path, init] = fetched.mock.calls[0] ?? []
  expect(path).toBe('/api/customers/a%2Fb/notes?q=x+y')
  expect(init).toMatchObject({ method: 'POST', credentials: 'same-origin', body: '{"text":"hi"}' })
  expect(init?.headers).toMatchObject({ 'Content-Type': 'application/json', 'Idempotency-Key': 'k' })
})

it.each(['GET', 'POST'] as const)(
  'a %s says what its window was told of, so that no answer is older',
  async (method) => {
    const fetched = answer(200, '{}')
    await call({ method, path: '/api/search' })
    expect(fetched.mock.calls[0]?.[1]?.headers).toMatchObject({ 'X-Told-Position': minPosition() })
  },
)

it.each([
  [409, 'Somebody was faster.', '', '409: Somebody was faster.'],
  [503, '', 'Service Unavailable', '503: Service Unavailable'],
])('turns %i into an error that people can read', async (status, body, statusText, message) => {
  answer(status, body, statusText)
  await expect(call(write)).rejects.toThrow(new ApiError(status, body, statusText))
  await expect(call(write)).rejects.toThrow(message)
})

it('answers nothing to an empty body', async () => {
  answer(204, '')
  expect(await call({ method: 'POST', path: '/api/logout' })).toBeUndefined()
})

it('takes a 401 for nobody and anything else for an error, and never asks twice', async () => {
  const client = createQueryClient()
  answer(401, 'Please sign in.')
  expect(await client.fetchQuery(sessionQuery())).toBeNull()
  client.clear()
  const fetched = answer(500, 'broken')
  await expect(client.fetchQuery(sessionQuery())).rejects.toThrow('500: broken')
  expect(fetched).toHaveBeenCalledTimes(1)
})

it('an answer that the session is over signs out here as well', async () => {
  const client = createQueryClient()
  client.setQueryData<unknown>(sessionKey, {
    id: 1,
    username: 'o',
    email: 'o@x.io',
    role: 'business_owner',
  })
  answer(401, 'Please sign in.')
  await expect(
    client.fetchQuery({ queryKey: ['leads'], queryFn: () => call({ method: 'GET', path: '/api/leads' }) }),
  ).rejects.toThrow('401')
  expect(client.getQueryData(sessionKey)).toBeNull()
})

it('a call that nothing answers ends after half a minute with words for people', async () => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: RequestInit) =>
      new Promise((_, fail) => signal?.addEventListener('abort', () => fail(signal.reason))),
  )
  const failed = expect(call(write)).rejects.toThrow('The server did not answer in time.')
  await vi.advanceTimersByTimeAsync(30_000)
  await failed
  vi.useRealTimers()
})

it("a server that cannot be reached is no reason to show the browser's own words", async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const error = await call(write).catch((it) => it)
  expect(error).toBeInstanceOf(NoAnswerError)
  expect(error.message).toBe('')
})

it('a call that its caller gave up is no failure of the server', async () => {
  vi.stubGlobal('fetch', async (_path: string, { signal }: RequestInit) => signal?.throwIfAborted())
  await expect(call(write, { signal: AbortSignal.abort() })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  )
})

describe('a read that was answered before', () => {
  const lead = { method: 'GET', path: '/api/leads/:id', response: z.object({ id: z.int() }) } as const
  const read = (id: number) => callTagged(lead, { params: { id } })
  const respond = (status: number, body: string, etag: string) => {
    const fetched = vi.fn(
      async (_path: string, _init?: RequestInit) =>
        new Response(status === 304 ? null : body, { status, headers: etag ? { etag } : {} }),
    )
    vi.stubGlobal('fetch', fetched)
    return () => fetched.mock.calls[0]?.[1]?.headers as Record<string, string> | undefined
  }
  beforeEach(forgetAnswers)

  it('is asked for again with its ETag, and a 304 stands for what is held', async () => {
    expect(respond(200, '{"id":1}', '"1"')()?.['If-None-Match']).toBeUndefined()
    const first = await read(1)
    const sent = respond(304, '', '"1"')
    expect(await read(1)).toEqual(first)
    expect(sent()).toMatchObject({ 'If-None-Match': '"1"' })
    respond(200, '{"id":11}', '"2"')
    expect(await read(1)).toEqual({ value: { id: 11 }, etag: '"2"' })
  })

  it('is asked for anew where the answer had no ETag, and after the session has ended', async () => {
    respond(200, '{"id":2}', '')
    await read(2)
    const untagged = respond(200, '{"id":2}', '"1"')
    await read(2)
    expect(untagged()?.['If-None-Match']).toBeUndefined()
    respond(401, 'Please sign in.', '')
    await expect(read(2)).rejects.toThrow('401')
    const afterwards = respond(200, '{"id":2}', '"1"')
    await read(2)
    expect(afterwards()?.['If-None-Match']).toBeUndefined()
  })

  it('is one of the last fifty', async () => {
    respond(200, '{"id":1}', '"1"')
    for (let id = 1; id <= 51; id++) await read(id)
    const second = respond(200, '{"id":1}', '"1"')
    await read(2)
    expect(second()?.['If-None-Match']).toBe('"1"')
    const first = respond(200, '{"id":1}', '"1"')
    await read(1)
    expect(first()?.['If-None-Match']).toBeUndefined()
  })
})
