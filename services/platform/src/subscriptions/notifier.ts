import pg from 'pg'
import type { Pool } from '../db.ts'
import type { Log } from '../log.ts'

export type Appended = {
  /** Of the events. */
  types: ReadonlySet<string>
  /** The releases that say they did it; see `Release`. */
  writers: ReadonlySet<number>
  /** Of the last event, as far as it is known; else 0. */
  position: bigint
  /** The names of subscriptions that a reader waits for, whatever was appended. */
  awaited: ReadonlySet<string>
}

/** Wakes subscriptions after a commit that appended. A hint: subscriptions poll as well. */
export type AppendNotifier = {
  /** `null` when anything may have been appended. */
  notify: (
    appended: {
      types?: Iterable<string>
      writers?: Iterable<number>
      position?: bigint
      awaited?: Iterable<string>
    } | null,
  ) => void
  /** Calls `listener` after a commit; answers how to unsubscribe. */
  subscribe: (listener: (appended: Appended | null) => void) => () => void
}

const nothing: Appended = { types: new Set(), writers: new Set(), position: 0n, awaited: new Set() }

type Notified = Parameters<AppendNotifier['notify']>[0]
function combine(before: Appended | null, next: Notified): Appended | null {
  if (!before || !next) return null
  const { types = [], writers = [], position = 0n, awaited = [] } = next
  return {
    types: new Set([...before.types, ...types]),
    writers: new Set([...before.writers, ...writers]),
    position: position > before.position ? position : before.position,
    awaited: new Set([...before.awaited, ...awaited]),
  }
}

const channel = 'es_appended'
const minIntervalMs = 10

/** For one process: nothing leaves it. */
export function createInProcessNotifier(): AppendNotifier {
  const listeners = new Set<(appended: Appended | null) => void>()
  return {
    notify: (appended) => {
      const all = combine(nothing, appended)
      for (const listener of listeners) listener(all)
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Notifies other processes too. The NOTIFY is a statement of its own after the commit, at most one per 10 ms: inside
 * the append's transaction it would serialise every commit.
 */
export function createPgNotifier(pool: Pool, log: Log): AppendNotifier {
  const local = createInProcessNotifier()
  let pending: Appended | null = nothing
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    timer = undefined
    if (pending === nothing) return
    const values = [channel, toPayload(pending)]
    pending = nothing
    timer = setTimeout(send, minIntervalMs)
    pool
      .query({ name: 'es-notify', text: 'SELECT pg_notify($1, $2)', values })
      .catch((error) => log.debug({ err: error }, 'append notification not sent; subscriptions poll'))
  }
  return {
    subscribe: local.subscribe,
    notify: (appended) => {
      local.notify(appended)
      pending = combine(pending, appended)
      if (!timer) send()
    },
  }
}

/** `LeadReceived,LeadLost,@-1187,#4711,!crm.leads`: types, releases, position and what is awaited. */
function toPayload(appended: Appended | null): string {
  if (!appended) return ''
  const { types, writers, position, awaited } = appended
  const mark = (sign: string, values: Iterable<unknown>) => [...values].map((it) => `${sign}${it}`)
  return [...types, ...mark('@', writers), ...mark('#', [position]), ...mark('!', awaited)].join()
}

function fromPayload(payload: string | undefined): Appended | null {
  if (!payload) return null
  const parts = payload.split(',')
  const marked = (mark: string) => parts.filter((it) => it.startsWith(mark)).map((it) => it.slice(1))
  return {
    types: new Set(parts.filter((it) => /^\w/.test(it))),
    writers: new Set(marked('@').map(Number)),
    position: BigInt(marked('#')[0] ?? 0),
    awaited: new Set(marked('!')),
  }
}

const reconnectMs = 1_000

/** Keeps one LISTEN connection and passes its notifications on; reconnects by itself. Answers how to stop. */
export function relayPgNotifications(
  url: string,
  notifier: Pick<AppendNotifier, 'notify'>,
  log: Log,
): () => Promise<void> {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  const reconnectLater = () => {
    client?.removeAllListeners()
    client?.on('error', () => {})
    // one that may not listen, such as on a standby, is still connected
    client?.end().catch(() => {})
    client = undefined
    if (!isStopped && !retry) retry = setTimeout(connect, reconnectMs)
  }
  const connect = async () => {
    retry = undefined
    const next = new pg.Client({
      connectionString: url,
      application_name: 'plumbline-notify',
      keepAlive: true,
      connectionTimeoutMillis: 3_000,
    })
    client = next
    next.on('error', reconnectLater)
    next.on('end', reconnectLater)
    next.on('notification', ({ payload }) => notifier.notify(fromPayload(payload)))
    try {
      await next.connect()
      await next.query(`LISTEN ${channel}`)
      notifier.notify(null)
    } catch (error) {
      log.debug({ err: error }, 'no append notifications; subscriptions poll')
      reconnectLater()
    }
  }
  void connect()
  return async () => {
    isStopped = true
    clearTimeout(retry)
    client?.removeAllListeners()
    client?.on('error', () => {})
    await client?.end().catch(() => {})
  }
}
