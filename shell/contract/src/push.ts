import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'

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
  const hold = () => new Promise<void>((closed) => openStream(tell, closed))
  // plain HTTP from another machine has no locks: each window then holds a stream of its own
  if (navigator.locks) void navigator.locks.request(channelName, hold)
  else void hold()
}

const againMs = 30_000

function openStream(tell: (news: News) => void, closed: () => void): void {
  const source = new EventSource('/api/stream')
  source.onmessage = ({ data, lastEventId }) => {
    const message = Message.safeParse(JSON.parse(data))
    if (message.success) tell({ position: lastEventId, changed: message.data.changed })
  }
  source.onerror = () => {
    // the browser comes back by itself, unless it was refused: signed out, or too many windows
    if (source.readyState !== EventSource.CLOSED) return
    setTimeout(() => openStream(tell, closed), againMs)
  }
  window.addEventListener('pagehide', () => {
    source.close()
    closed()
  })
}
