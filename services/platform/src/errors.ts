/** Every refusal the product knows; anything else that is thrown is a bug (500). */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'precondition-failed': 412,
  'too-large': 413,
  unsupported: 415,
  'key-reused': 422,
  'too-many': 429,
  unavailable: 503,
} as const
export type ErrorCode = keyof typeof statusOf

type RejectionDetails = {
  fields?: Record<string, string>
  retryAfter?: number
  cause?: unknown
  /** Another service's record is missing here, and may only not have arrived yet. */
  mayArriveLater?: boolean
}

/** A refusal with one plain sentence for people. `fields` names what to mend; `retryAfter` is seconds. */
export class Rejection extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined
  readonly mayArriveLater: boolean

  constructor(code: ErrorCode, message: string, more: RejectionDetails = {}) {
    super(message, { cause: more.cause })
    this.name = 'Rejection'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.mayArriveLater = more.mayArriveLater ?? false
  }
}

export const reject = (code: ErrorCode, message: string, more?: RejectionDetails) =>
  new Rejection(code, message, more)

type Coded = { code?: unknown; syscall?: unknown; message?: unknown; type?: unknown; status?: unknown }

// 08 connection, 53 resources (disk full), 57 going down, starting or timed out, 58 I/O, 40 that outlived its retries,
// 25006 and 25P03 a failover or a session cut off, 55P03 a lock not had in time, 28 a login being changed
const sqlAway = /^(08|53|57|58|40|25006|25P03|55P03|28)/
const socketAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
// of a Unix socket whose server is gone, or has too many waiting at its door
const doorAway = new Set(['ENOENT', 'EAGAIN'])
const driverAway =
  /timeout exceeded when trying to connect|not queryable|Query read timeout|Connection terminated/

/** True when the database (or another store) is away, so that a caller may safely try again. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const { code, syscall, message } = (error ?? {}) as Coded
  if (typeof code === 'string' && (socketAway.has(code) || (code.length === 5 && sqlAway.test(code))))
    return true
  if (syscall === 'connect' && doorAway.has(code as string)) return true
  return typeof message === 'string' && driverAway.test(message)
}

/** Turns whatever was thrown into a Rejection, or null when it is a bug. */
export function toRejection(error: unknown): Rejection | null {
  if (error instanceof Rejection) return error
  const { code, type, status } = (error ?? {}) as Coded
  if (code === 'ES409')
    return reject('conflict', 'Somebody else changed this at the same moment. Please try again.')
  if (code === 'ES410')
    return reject('conflict', 'This person has been erased; nothing can be stored about them any more.')
  if (isUnavailable(error))
    return reject('unavailable', 'The service is busy for a moment. Please try again.', {
      retryAfter: 2,
      cause: error,
    })
  if (type === 'entity.too.large') return reject('too-large', 'That is more than we can take in one request.')
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return reject('unsupported', 'Please send UTF-8 JSON.')
  if (status === 400 || code === '22021' || code === '22P05')
    return reject('invalid', 'The request could not be read.')
  return null
}
