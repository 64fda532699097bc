import pg from 'pg'
import type { Pool } from '../db.ts'
import type { Log } from '../log.ts'

/** Tells readers, in this process and others, that the log has grown. A hint: readers poll as well. */
export type Wake = {
  tell: () => void
  /** Calls `listener` after a commit; answers how to stop. */
  hear: (listener: () => void) => () => void
}

const channel = 'es_appended'
const quietMs = 10

/** A wake for one process: nothing leaves it. */
export function createLocalWake(): Wake {
  const listeners = new Set<() => void>()
  return {
    tell: () => {
      for (const listener of listeners) listener()
    },
    hear: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/**
 * Carries wakes between processes. The NOTIFY is a statement of its own after the commit, at most one
 * per 10 ms: inside the append's transaction it would serialise every commit.
 */
export function createWake(pool: Pool, log: Log): Wake {
  const local = createLocalWake()
  let pending: NodeJS.Timeout | undefined
  const notify = () => {
    pending = undefined
    pool.query(`NOTIFY ${channel}`).catch((error) => log.debug({ err: error }, 'wake not sent; readers poll'))
  }
  return {
    hear: local.hear,
    tell: () => {
      local.tell()
      if (!pending) pending = setTimeout(notify, quietMs)
    },
  }
}

/** Keeps one LISTEN connection and passes what it hears to `wake`; comes back by itself. Answers how to stop. */
export function listen(url: string, wake: Pick<Wake, 'tell'>, log: Log): () => Promise<void> {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  const again = () => {
    client?.removeAllListeners()
    client?.on('error', () => {})
    client = undefined
    if (!stopped && !retry) retry = setTimeout(connect, 1_000)
  }
  const connect = async () => {
    retry = undefined
    const next = new pg.Client({ connectionString: url, application_name: 'plumbline-wake', keepAlive: true })
    client = next
    next.on('error', again)
    next.on('end', again)
    next.on('notification', () => wake.tell())
    try {
      await next.connect()
      await next.query(`LISTEN ${channel}`)
      wake.tell()
    } catch (error) {
      log.debug({ err: error }, 'wake listener away; readers poll')
      again()
    }
  }
  void connect()
  return async () => {
    stopped = true
    clearTimeout(retry)
    client?.removeAllListeners()
    client?.on('error', () => {})
    await client?.end().catch(() => {})
  }
}
