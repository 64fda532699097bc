import { describe, expect, it } from 'vitest'
import { isUnavailable, rejection, statusOf, toRejection } from './errors.ts'

const coded = (code: string) => Object.assign(new Error('x'), { code })

describe('a thrown error', () => {
  it('stays a rejection if it is one', () => {
    const error = rejection('forbidden', 'No.')
    expect(toRejection(error)).toBe(error)
    expect(statusOf[error.code]).toBe(403)
  })

  it.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'EAI_AGAIN',
    'ENETUNREACH',
    '57P01',
    '57P03',
    '57014',
    '53100',
    '08006',
    '40P01',
    '25006',
    '25P03',
    '55P03',
    '58030',
    '28P01',
  ])('%s is unavailable', (code) => {
    expect(toRejection(coded(code))).toMatchObject({ code: 'unavailable', retryAfter: 2 })
  })

  it.each([
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Connection terminated unexpectedly',
  ])('"%s" is unavailable', (message) => {
    expect(isUnavailable(new Error(message))).toBe(true)
  })

  it.each(['ENOENT', 'EAGAIN'])(
    '%s means an unavailable store when a socket was connected, else a bug',
    (code) => {
      expect(isUnavailable(Object.assign(coded(code), { syscall: 'connect' }))).toBe(true)
      expect(isUnavailable(Object.assign(coded(code), { syscall: 'open' }))).toBe(false)
    },
  )

  it('several refused addresses mean an unavailable store', () => {
    expect(isUnavailable(new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]))).toBe(true)
  })

  it('a version conflict is a conflict', () => {
    expect(toRejection(coded('ES409'))?.code).toBe('conflict')
  })

  it.each(['22003', '22007', '22008', '22021', '22P02', '22P05'])(
    '%s, a value that the database cannot hold, is invalid, and its cause is kept for the log',
    (code) => {
      const error = coded(code)
      expect(toRejection(error)).toMatchObject({ code: 'invalid', cause: error })
    },
  )

  it.each([new TypeError('x is not a function'), coded('23505'), 'text', null, undefined])(
    '%s is a bug',
    (thrown) => {
      expect(toRejection(thrown)).toBeNull()
    },
  )
})
