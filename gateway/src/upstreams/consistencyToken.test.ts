import type { Request, Response } from 'express'
import { expect, it } from 'vitest'
import type { Session } from '../sessions/sessions.ts'
import { createConsistencyTokens } from './consistencyToken.ts'

const request = { headers: {}, get: () => undefined } as unknown as Request
const session = (id: string) => ({ id }) as Session

/** Sends the answer of a write that ended at this log position. */
function answer(tokens: ReturnType<typeof createConsistencyTokens>, id: string, position: string) {
  const cookies: unknown[] = []
  const response = {
    writeHead: () => response,
    getHeader: () => position,
    removeHeader: () => {},
    cookie: (...cookie: unknown[]) => cookies.push(cookie),
  } as unknown as Response
  tokens.persist(response, session(id))
  response.writeHead(200)
  return cookies
}

it('the newest position of a session stays, in whatever order two writes are answered', () => {
  const tokens = createConsistencyTokens(false)
  answer(tokens, 'a', '100')
  answer(tokens, 'a', '99')
  expect(tokens.read(request, session('a'))).toBe('100')
  expect(tokens.read(request, session('b'))).toBeUndefined()
})

it('the sessions that wrote last are remembered', () => {
  const tokens = createConsistencyTokens(false)
  for (let n = 0; n <= 1_000; n++) answer(tokens, String(n), '7')
  expect(['0', '1', '1000'].map((id) => tokens.read(request, session(id)))).toEqual([undefined, '7', '7'])
})

it.each([true, false])('the cookie is secure where the product is reached over https: %s', (isHttps) => {
  const [cookie] = answer(createConsistencyTokens(isHttps), 'a', '7')
  expect(cookie).toEqual(['seen', '7', { httpOnly: true, sameSite: 'lax', secure: isHttps, path: '/api' }])
})
