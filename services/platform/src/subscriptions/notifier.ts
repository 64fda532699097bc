import pg from 'pg'
import type { Pool } from '../db.ts'
import type { Log } from '../log.ts'

/** Types of the events that were appended, and which release did (`writerTag`); null when any may have been. */
type AppendedTypes = ReadonlySet<string> | null

/** Stands among the types of a notification: who gets no news from its own appends is not woken by them. */
export const writerTag = (writer: number) => `@${writer}`

/** Wakes subscriptions after a commit that appended. A hint: subscriptions poll as well. */
export type AppendNotifier = {
  notify: (types: Iterable<string> | null) => void
  /** Calls `listener` after a commit; answers how to unsubscribe. */
  subscribe: (listener: (types: AppendedTypes) => void) => () => void
}

const channel = 'es_appended'
const minIntervalMs = 10

/** For one process: nothing leaves it. */
export function createInProcessNotifier(): AppendNotifier {
  const listeners = new Set<(types: AppendedTypes) => void>()
  return {
    notify: (types) => {
      const appended = types && new Set(types)
      for (const listener of listeners) listener(appended)
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
  let pending: Set<string> | null = new Set()
  let timer: NodeJS.Timeout | undefined
  const send = () => {
    timer = undefined
    if (pending?.size === 0) return
    const values = [channel, pending ? [...pending].join() : '']
    pending = new Set()
    timer = setTimeout(send, minIntervalMs)
    pool
      .query({ name: 'es-notify', text: 'SELECT pg_notify($1, $2)', values })
      .catch((error) => log.debug({ err: error }, 'append notification not sent; subscriptions poll'))
  }
  return {
    subscribe: local.subscribe,
    notify: (types) => {
      local.notify(types)
      pending = pending && types && new Set([...pending, ...types])
      if (!timer) send()
    },
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
    next.on('notification', ({ payload }) => notifier.notify(payload ? payload.split(',') : null))
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
