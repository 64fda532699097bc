import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { endSession, sessionKey } from './queries.ts'

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
type Changed = z.infer<typeof Message>['changed']
type News = { position: string; changed: Changed }

let told = '0'

/** How far into the log this window was told of; a read that follows is not older. */
export const toldPosition = (): string => told

// what arrives together is one refetch
const gatherMs = 100

/** Makes what is shown old, as others change it: what is on the screen is fetched again, the rest when it is next shown. */
export function applyNews(queryClient: QueryClient, changed: Changed): void {
  void queryClient.invalidateQueries({
    predicate: ({ meta }) =>
      changed === 'everything' || (meta?.changedBy ?? []).some((kind) => kind in changed),
  })
}

function merge(all: readonly Changed[]): Changed {
  if (all.includes('everything')) return 'everything'
  return Object.assign({}, ...(all as Record<string, string[]>[]))
}

const channelName = 'plumbline-news'

/**
 * Hears what changed from the gateway and applies it. One window holds the stream for all windows of this browser,
 * which may keep only six connections open; when it closes, another takes over.
 */
export function startPush(queryClient: QueryClient): void {
  const gathered: Changed[] = []
  const hear = ({ position, changed }: News) => {
    if (BigInt(position) > BigInt(told)) told = position
    gathered.push(changed)
    // the first of a moment starts the clock
    if (gathered.length === 1) setTimeout(() => applyNews(queryClient, merge(gathered.splice(0))), gatherMs)
  }
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => hear(data as News)
  const tell = (news: News) => {
    hear(news)
    channel.postMessage(news)
  }
  const hold = () => holdStream(queryClient, tell)
  // plain HTTP from another machine has no locks: each window then holds a stream of its own
  const start = () => void (navigator.locks ? navigator.locks.request(channelName, hold) : hold())
  start()
  // a window that comes back from the browser's cache of pages has let go of its stream
  window.addEventListener('pageshow', ({ persisted }) => persisted && start())
}

const retryAfterMs = 30_000

/**
 * Keeps a stream open until the page goes. The browser reconnects by itself after a broken connection, but not after an
 * answer that refuses it (401, 429, 502, 503): then a new stream goes on where the last one ended. Answers when it is over.
 */
function holdStream(queryClient: QueryClient, tell: (news: News) => void): Promise<void> {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let isRefused = false

  function open(): void {
    clearTimeout(retry)
    // without a position from before the refusal the gateway cannot say what was missed
    const missedAnything = isRefused && told === '0'
    isRefused = false
    const opened = new EventSource(told === '0' ? '/api/stream' : `/api/stream?after=${told}`)
    source = opened
    let isFirst = true
    opened.onmessage = ({ data, lastEventId }) => {
      const message = Message.safeParse(JSON.parse(data))
      if (!message.success) return
      const changed = isFirst && missedAnything ? 'everything' : message.data.changed
      isFirst = false
      tell({ position: lastEventId, changed })
    }
    opened.onerror = () => {
      if (opened.readyState !== EventSource.CLOSED) return
      isRefused = true
      retry = setTimeout(open, retryAfterMs)
      void endSessionIfRefused(queryClient)
    }
  }
  open()
  const unsubscribe = onSignIn(queryClient, () => isRefused && open())
  return new Promise((resolve) => {
    const close = () => {
      clearTimeout(retry)
      unsubscribe()
      source?.close()
      resolve()
    }
    window.addEventListener('pagehide', close, { once: true })
  })
}

/** A refused stream does not say why: when the session is over, this window shows it. */
async function endSessionIfRefused(queryClient: QueryClient): Promise<void> {
  const answer = await fetch('/api/auth/user', { credentials: 'same-origin' }).catch(() => null)
  if (answer?.status === 401) endSession(queryClient)
}

/** Calls `listener` when a session begins after the one before ended. */
function onSignIn(queryClient: QueryClient, listener: () => void): () => void {
  let wasSignedOut = false
  return queryClient.getQueryCache().subscribe(({ query }) => {
    if (query.queryKey[0] !== sessionKey[0]) return
    const isSignedIn = Boolean(query.state.data)
    if (isSignedIn && wasSignedOut) listener()
    wasSignedOut = !isSignedIn
  })
}
