import type { $ZodType, output } from 'zod/v4/core'
import { NoAnswerError, toApiError } from './apiError.ts'
import { keepPosition, minPosition } from './logPosition.ts'
import { askForPassword } from './passwordQuestion.ts'
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
  /** The version the change is based on, from `callTagged`: a newer one is answered with 412. */
  ifMatch?: string
  signal?: AbortSignal
}

const pathOf = (template: string, { params = {}, query = {} }: CallInput): string => {
  const path = template.replace(/:(\w+)/g, (_, name) => encodeURIComponent(String(params[name])))
  const entries = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path
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
const cachedAnswers = new Map<string, { etag: string; value: unknown }>()
const maxCachedAnswers = 50

/** When another user may be signed in from now on. */
export const forgetAnswers = (): void => cachedAnswers.clear()

function cacheAnswer(path: string, etag: string, value: unknown): void {
  cachedAnswers.delete(path)
  if (etag) cachedAnswers.set(path, { etag, value })
  const [oldest] = cachedAnswers.keys()
  if (oldest !== undefined && cachedAnswers.size > maxCachedAnswers) cachedAnswers.delete(oldest)
}

/** The same, with the version (`ETag`) of what was answered; empty where it has none. */
export async function callTagged<E extends CallableEndpoint>(
  endpoint: E,
  input: CallInput = {},
): Promise<{ value: Answer<E>; etag: string }> {
  const { value, headers } = await callWithHeaders(endpoint, input)
  return { value, etag: headers.get('etag') ?? '' }
}

/** The same, with all headers of the answer. */
export async function callWithHeaders<E extends CallableEndpoint>(
  endpoint: E,
  input: CallInput = {},
): Promise<{ value: Answer<E>; headers: Headers }> {
  const { body, idempotencyKey, ifMatch, signal } = input
  const path = pathOf(endpoint.path, input)
  const isRead = endpoint.method === 'GET'
  const cached = isRead ? cachedAnswers.get(path) : undefined
  const init: RequestInit = {
    method: endpoint.method,
    credentials: 'same-origin',
    headers: {
      Accept: 'application/json, application/problem+json',
      'X-Told-Position': minPosition(),
      ...(cached && { 'If-None-Match': cached.etag }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      ...(ifMatch && { 'If-Match': ifMatch }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  }
  const { answer, text } = await fetchText(path, init, signal)
  keepPosition(answer.headers.get('x-log-position'))
  if (isRead) noteFreshness(path, answer)
  const { headers } = answer
  if (cached && answer.status === 304) return { value: cached.value as Answer<E>, headers }
  if (answer.status === 401) forgetAnswers()
  if (!answer.ok) {
    const error = toApiError(answer, text)
    // nothing was done yet, so the same call goes on
    if (error.code === 'password-needed' && (await askForPassword())) return callWithHeaders(endpoint, input)
    throw error
  }
  const value = (text === '' ? undefined : JSON.parse(text)) as Answer<E>
  if (isRead) cacheAnswer(path, headers.get('etag') ?? '', value)
  return { value, headers }
}
