import type { $ZodType, output } from 'zod/v4/core'
import type { Needs } from '../rights.ts'

/** At most `max` calls in `seconds`, counted per caller's address or for everyone together. */
export type Limit = {
  per: 'address' | 'everyone'
  max: number
  seconds: number
  /** Calls whose limits have the same name are counted together. */
  name?: string
  /** What the caller is told of one too many. */
  message?: string
  /** Bodies that do not count, so that those who send them cannot use up what others need. */
  except?: (body: never) => boolean
}

/** A documented call as a plain value; the server routes it and the browser calls it from the same one. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Express path below the host, with `:id` parameters. */
  readonly path: string
  readonly summary: string
  /** Who may call it. It is checked here and nowhere else; which rows are answered is the handler's. */
  readonly needs: Needs
  /** It can do what asks for the password again on a member's own device, though its right does not say so. */
  readonly asksPassword?: true
  /** Answers 201 and honours `Idempotency-Key`. */
  readonly creates?: true
  /** Callers sign what they send, as a provider's webhook does; the handler checks it. */
  readonly signed?: true
  readonly limits?: readonly Limit[]
  readonly params?: $ZodType
  readonly query?: $ZodType
  readonly body?: $ZodType
  /** How the body is encoded; JSON unless it says `form`. */
  readonly bodyType?: 'form'
  /** How long a JSON body may be, where it holds more than texts. */
  readonly maxBodyBytes?: number
  /** Of a JSON answer. Without it, and without `produces`, a call answers 204. */
  readonly response?: $ZodType
  /** Media type of an answer that is not JSON, such as `application/pdf`; the handler answers its text or bytes. */
  readonly produces?: string
  /** Answers 302 with a `Location`. */
  readonly redirects?: true
}

type Parsed<Schema> = Schema extends $ZodType ? output<Schema> : undefined
export type Params<E extends Endpoint> = Parsed<E['params']>
export type Query<E extends Endpoint> = Parsed<E['query']>
export type Body<E extends Endpoint> = Parsed<E['body']>
export type Answer<E extends Endpoint> = E['produces'] extends string
  ? string | Uint8Array
  : Parsed<E['response']>
