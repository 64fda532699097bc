import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { keepPosition, minPosition } from './logPosition.ts'
import { endSession, sessionKey } from './queries.ts'
import { whileLeading } from './whileLeading.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Kinds of records, such as `customer`, whose change makes this data old; `changedBy: ['lead']`. */
      changedBy?: readonly string[]
    }
  }
}

const Message = z.object({
  changed: z.union([z.literal('everything'), z.record(z.string(), z.array(z.string()))]),
})
type ChangedRecords = z.infer<typeof Message>['changed']
type ChangeMessage = { position: string; changed: ChangedRecords }

// messages that arrive together cause one refetch
const batchDelayMs = 100

/** Invalidates queries as other users change records: those on the screen are refetched now, the others when next used. */
export function invalidateChanged(queryClient: QueryClient, changed: ChangedRecords): void {
  void queryClient.invalidateQueries({
    predicate: ({ meta }) =>
      changed === 'everything' || (meta?.changedBy ?? []).some((kind) => kind in changed),
  })
}

function merge(all: readonly ChangedRecords[]): ChangedRecords {
  if (all.includes('everything')) return 'everything'
  return Object.assign({}, ...(all as Record<string, string[]>[]))
}

const channelName = 'plumbline-news'

/**
 * Follows the gateway's change feed as soon as there is a session. One window keeps the stream open for all windows of
 * this browser, which allows only six connections to a server; when that window closes, another takes over. To be called
 * before the session is requested: changes that another window receives meanwhile count for this one, too.
 */
export function startPush(queryClient: QueryClient): void {
  const batch: ChangedRecords[] = []
  const receive = ({ position, changed }: ChangeMessage) => {
    keepPosition(position)
    batch.push(changed)
    if (batch.length === 1)
      setTimeout(() => invalidateChanged(queryClient, merge(batch.splice(0))), batchDelayMs)
  }
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => receive(data as ChangeMessage)
  const broadcast = (message: ChangeMessage) => {
    receive(message)
    channel.postMessage(message)
  }
  const start = () => whileLeading(channelName, (signal) => keepStreamOpen(queryClient, broadcast, signal))
  let hasStarted = false
  watchSession(queryClient, (isSignedIn) => {
    if (!isSignedIn || hasStarted) return
    hasStarted = true
    start()
  })
  // a page restored from the back/forward cache has closed its stream
  window.addEventListener('pageshow', ({ persisted }) => persisted && hasStarted && start())
}

const retryAfterMs = 30_000

/**
 * Keeps a stream open until the page is left. The browser reconnects by itself after a broken connection, but not after a
 * refusal (401, 429, 502, 503): then a new stream continues after the last position. Resolves when the page is left, or
 * `signal` aborts.
 */
function keepStreamOpen(
  queryClient: QueryClient,
  onMessage: (message: ChangeMessage) => void,
  signal?: AbortSignal,
): Promise<void> {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let isRefused = false

  function open(): void {
    clearTimeout(retry)
    isRefused = false
    // after the answer with the session, so that no change is missed between a page's first data and its stream
    const opened = new EventSource(`/api/stream?after=${minPosition()}`)
    source = opened
    opened.onmessage = ({ data, lastEventId }) => {
      const message = Message.safeParse(JSON.parse(data))
      if (message.success) onMessage({ position: lastEventId, changed: message.data.changed })
    }
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED) return
      isRefused = true
      retry = setTimeout(open, retryAfterMs)
      void endSessionIfRefused(queryClient)
    }
  }
  open()
  let wasSignedIn = true
  const unsubscribe = watchSession(queryClient, (isSignedIn) => {
    if (isSignedIn && !wasSignedIn && isRefused) open()
    wasSignedIn = isSignedIn
  })
  return new Promise((resolve) => {
    const close = () => {
      clearTimeout(retry)
      unsubscribe()
      source?.close()
      resolve()
    }
    window.addEventListener('pagehide', close, { once: true })
    signal?.addEventListener('abort', close, { once: true })
  })
}

/** A refused stream has no status: asks whether the session ended, and shows it. */
async function endSessionIfRefused(queryClient: QueryClient): Promise<void> {
  const answer = await fetch('/api/auth/user', { credentials: 'same-origin' }).catch(() => null)
  if (answer?.status === 401) endSession(queryClient)
}

/** Calls `listener` with whether a user is signed in, now and whenever the session changes. */
function watchSession(queryClient: QueryClient, listener: (isSignedIn: boolean) => void): () => void {
  const report = () => listener(Boolean(queryClient.getQueryData(sessionKey)))
  report()
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] === sessionKey[0]) report()
  })
}
