import pg from 'pg'
import type { Pool } from '../db.ts'
import type { Log } from '../log.ts'

/** Types of the events that were appended, and the releases that say they did (see `Release`). */
type Appended = { types: ReadonlySet<string>; writers: ReadonlySet<number> }

/** Wakes subscriptions after a commit that appended. A hint: subscriptions poll as well. */
export type AppendNotifier = {
  /** `null` when any types may have been appended. */
  notify: (appended: { types: Iterable<string>; writers?: Iterable<number> } | null) => void
  /** Calls `listener` after a commit; answers how to unsubscribe. */
  subscribe: (listener: (appended: Appended | null) => void) => () => void
}

const channel = 'es_appended'
const minIntervalMs = 10

/** For one process: nothing leaves it. */
export function createInProcessNotifier(): AppendNotifier {
  const listeners = new Set<(appended: Appended | null) => void>()
  return {
    notify: (appended) => {
      const all = appended && { types: new Set(appended.types), writers: new Set(appended.writers) }
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
  const nothing: Appended = { types: new Set(), writers: new Set() }
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
      pending = pending &&
        appended && {
          types: new Set([...pending.types, ...appended.types]),
          writers: new Set([...pending.writers, ...(appended.writers ?? [])]),
        }
      if (!timer) send()
    },
  }
}

/** `LeadReceived,LeadLost,@-1187` */
const toPayload = (appended: Appended | null): string =>
  appended ? [...appended.types, ...[...appended.writers].map((writer) => `@${writer}`)].join() : ''

function fromPayload(payload: string | undefined): Appended | null {
  if (!payload) return null
  const parts = payload.split(',')
  const isWriter = (part: string) => part.startsWith('@')
  return {
    types: new Set(parts.filter((part) => !isWriter(part))),
    writers: new Set(parts.filter(isWriter).map((part) => Number(part.slice(1)))),
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
    client = undefined
    if (!isStopped && !retry) retry = setTimeout(connect, reconnectMs)
  }
  const connect = async () => {
    retry = undefined
    const next = new pg.Client({
      connectionString: url,
      application_name: 'plumbline-notify',
      keepAlive: true,
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
