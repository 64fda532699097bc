/** Status codes by rejection; anything else that is thrown is a bug (500). */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'password-needed': 403,
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

/** A refusal with one plain sentence for people. `fields` names what to correct; `retryAfter` is seconds. */
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

/** @example throw rejection('not-found', 'Lead not found') */
export const rejection = (code: ErrorCode, message: string, more?: RejectionDetails) =>
  new Rejection(code, message, more)

/** Throws the refusal of what was entered in one field. @example refuseField('mobile', 'Please enter a mobile number') */
export function refuseField(field: string, message: string): never {
  throw rejection('invalid', message, { fields: { [field]: message } })
}

type Coded = { code?: unknown; syscall?: unknown; message?: unknown; type?: unknown; status?: unknown }

// 08 connection, 53 resources (disk full), 57 shutting down, starting or timed out, 58 I/O, 40 after all retries,
// 25006 and 25P03 failover or terminated session, 55P03 lock timeout, 28 a login being changed
const transientSqlStates = /^(08|53|57|58|40|25006|25P03|55P03|28)/
const transientSocketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
])
// a value that its schema allows and its column does not: too large, no such day, no number, text in no encoding
const unfitSqlStates = new Set(['22003', '22007', '22008', '22021', '22P02', '22P05'])
// of a Unix socket without a server, or with a full accept queue
const transientConnectCodes = new Set(['ENOENT', 'EAGAIN'])
const transientDriverMessages =
  /timeout exceeded when trying to connect|not queryable|Query read timeout|Connection terminated/

/** True when the database (or another store) is unavailable, so that a caller may safely try again. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable)
  const { code, syscall, message } = (error ?? {}) as Coded
  if (
    typeof code === 'string' &&
    (transientSocketCodes.has(code) || (code.length === 5 && transientSqlStates.test(code)))
  )
    return true
  if (syscall === 'connect' && transientConnectCodes.has(code as string)) return true
  return typeof message === 'string' && transientDriverMessages.test(message)
}

/** Turns whatever was thrown into a Rejection, or null when it is a bug. */
export function toRejection(error: unknown): Rejection | null {
  if (error instanceof Rejection) return error
  const { code, type, status } = (error ?? {}) as Coded
  if (code === 'ES409')
    return rejection('conflict', 'Someone else changed this at the same moment. Please try again.')
  if (code === 'ES410')
    return rejection(
      'conflict',
      "This customer's data has been deleted; nothing more can be stored about them.",
    )
  if (isUnavailable(error))
    return rejection('unavailable', 'The service is busy for a moment. Please try again.', {
      retryAfter: 2,
      cause: error,
    })
  if (type === 'entity.too.large')
    return rejection('too-large', 'That is more than we can take in one request.')
  if (type === 'encoding.unsupported' || type === 'charset.unsupported')
    return rejection('unsupported', 'Please send UTF-8 JSON.')
  if (status === 400) return rejection('invalid', 'The request could not be read.')
  if (typeof code === 'string' && unfitSqlStates.has(code))
    return rejection('invalid', 'The request could not be read.', { cause: error })
  return null
}
