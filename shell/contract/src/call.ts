import type { $ZodType, output } from 'zod/v4/core'
import { NoAnswerError, toApiError } from './apiError.ts'
import { toldPosition } from './push.ts'
import { noteFreshness } from './staleData.ts'

/** What the browser needs of an endpoint; the same plain value that the server routes. */
export type CallableEndpoint = {
  readonly method: string
  readonly path: string
  readonly body?: $ZodType
  readonly response?: $ZodType
}

type Answer<E extends CallableEndpoint> = E['response'] extends $ZodType ? output<E['response']> : undefined

export type CallInput = {
  /** Values of `:name` parts of the path. */
  params?: Record<string, string | number>
  query?: Record<string, string | undefined>
  body?: unknown
  /** Made once per opened form, so that a repeat is the same command. */
  idempotencyKey?: string
  /** The version that was last seen, from `callTagged`: somebody else's change meanwhile is then a 412. */
  ifMatch?: string
  signal?: AbortSignal
}

const pathOf = (template: string, { params = {}, query = {} }: CallInput): string => {
  const path = template.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/**
 * Makes a documented call. Throws `ApiError` on any answer that is no success, `NoAnswerError` when there is none.
 * @example await call(listLeads)
 */
export const call = async <E extends CallableEndpoint>(
  endpoint: E,
  input: CallInput = {},
): Promise<Answer<E>> => (await callTagged(endpoint, input)).value

const timeoutMs = 30_000

/** An answer and its body, or `NoAnswerError`; a call that its caller gave up stays an `AbortError`. */
async function fetchText(path: string, init: RequestInit, cancelled?: AbortSignal) {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  const signal = cancelled ? AbortSignal.any([cancelled, timeout.signal]) : timeout.signal
  try {
    const answer = await fetch(path, { ...init, signal })
    return { answer, text: await answer.text() }
  } catch (error) {
    if (cancelled?.aborted) throw error
    throw new NoAnswerError(timeout.signal.aborted ? 'timeout' : 'unreachable', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

/** The last answers to reads with their `ETag`, by path: answers are `no-store`, so the browser keeps none to ask with. */
const heldAnswers = new Map<string, { etag: string; value: unknown }>()
const maxHeldAnswers = 50

/** When another user may be signed in from now on. */
export const forgetAnswers = (): void => heldAnswers.clear()

function holdAnswer(path: string, etag: string, value: unknown): void {
  heldAnswers.delete(path)
  if (etag) heldAnswers.set(path, { etag, value })
  const [oldest] = heldAnswers.keys()
  if (oldest !== undefined && heldAnswers.size > maxHeldAnswers) heldAnswers.delete(oldest)
}

/** The same, with the version (`ETag`) of what was answered; empty where it has none. */
export async function callTagged<E extends CallableEndpoint>(
  endpoint: E,
  input: CallInput = {},
): Promise<{ value: Answer<E>; etag: string }> {
  const { body, idempotencyKey, ifMatch, signal } = input
  const path = pathOf(endpoint.path, input)
  const isRead = endpoint.method === 'GET'
  const held = isRead ? heldAnswers.get(path) : undefined
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json, application/problem+json',
      ...(isRead && { 'X-Told-Position': toldPosition() }),
      // with a cache-control of its own, or fetch adds one that forbids the 304
      ...(held && { 'If-None-Match': held.etag, 'Cache-Control': 'max-age=0' }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      ...(ifMatch && { 'If-Match': ifMatch }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }
  const { answer, text } = await fetchText(path, init, signal)
  if (isRead) noteFreshness(path, answer)
  if (held && answer.status === 304) return held as { value: Answer<E>; etag: string }
  if (answer.status === 401) forgetAnswers()
  if (!answer.ok) throw toApiError(answer, text)
  const value = (text === '' ? undefined : JSON.parse(text)) as Answer<E>
  const etag = answer.headers.get('etag') ?? ''
  if (isRead) holdAnswer(path, etag, value)
  return { value, etag }
}
