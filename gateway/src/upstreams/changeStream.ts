import { rejection } from '@plumbline/platform/errors'
import type { Request, RequestHandler, Response } from 'express'
import type { createSessions } from '../sessions/sessions.ts'

/** What the gateway needs to know of a change: where it stands in the log, and in what kind of stream. */
type Change = { position: bigint; kind: string; id: string }
export type Changes = {
  position: () => Promise<bigint>
  since: (position: bigint) => Promise<{ changes: readonly Change[]; upTo: bigint } | null>
  subscribe: (listener: (changes: readonly Change[]) => void) => () => void
}

export type StreamOptions = {
  changes: Changes
  sessions: ReturnType<typeof createSessions>
  /** Aborted once the process is going. */
  going: AbortSignal
  beatMs?: number
}

const beatMs = 15_000
const streamsPerSession = 20
const reconnectMs = 2_000

type Message = { changed: Record<string, string[]> | 'everything' }

const byKind = (changes: readonly Change[]): Message => {
  const changed: Record<string, string[]> = {}
  for (const { kind, id } of changes) {
    const ids = changed[kind] ?? []
    if (!ids.includes(id)) ids.push(id)
    changed[kind] = ids
  }
  return { changed }
}

/**
 * `GET /api/stream`: server-sent events that say which records changed, `{"changed":{"customer":["42"]}}`, never what
 * they hold. The event's id is the log position; a browser that comes
 * back, with it as `Last-Event-ID` or `?after=`, is told what it missed.
 */
export function changeStream({ changes, sessions, going, ...options }: StreamOptions): RequestHandler {
  const open = new Map<string, number>()
  return async (req, res) => {
    const session = res.locals.session?.id as string | undefined
    if (!session) throw rejection('unauthenticated', 'Please sign in.')
    const count = open.get(session) ?? 0
    if (count >= streamsPerSession)
      throw rejection('too-many', 'There are too many open windows.', { retryAfter: 60 })
    open.set(session, count + 1)
    let beat: NodeJS.Timeout | undefined
    let unsubscribe = () => {}
    const end = () => res.end()
    going.addEventListener('abort', end)
    res.on('close', () => {
      going.removeEventListener('abort', end)
      clearInterval(beat)
      unsubscribe()
      const left = (open.get(session) ?? 1) - 1
      if (left === 0) open.delete(session)
      else open.set(session, left)
    })
    res.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    })
    res.write(`retry: ${reconnectMs}\n\n`)
    // heard from now on, told after what was missed
    const waiting: (readonly Change[])[] = []
    let tellNow = (news: readonly Change[]) => void waiting.push(news)
    unsubscribe = changes.subscribe((news) => tellNow(news))
    let told = await waitForPosition(res, changes, lastIdOf(req))
    tellNow = (news) => {
      const fresh = news.filter(({ position }) => position > told)
      const last = fresh.at(-1)
      if (!last) return
      told = last.position
      send(res, last.position, byKind(fresh))
    }
    for (const news of waiting) tellNow(news)
    beat = setInterval(async () => {
      // a stream does not keep a session alive, and does not outlive it
      const alive = await sessions.isAlive(req).catch(() => true)
      if (alive) res.write(': still here\n\n')
      else end()
    }, options.beatMs ?? beatMs)
  }
}

const send = (res: Response, position: bigint, message: Message) =>
  res.write(`id: ${position}\ndata: ${JSON.stringify(message)}\n\n`)

/** The last position received: a browser that reconnects says it in a header, a new stream in its address. */
const lastIdOf = (req: Request): string | undefined =>
  req.get('last-event-id') ?? (typeof req.query.after === 'string' ? req.query.after : undefined)

async function waitForPosition(res: Response, changes: Changes, lastId: string | undefined): Promise<bigint> {
  if (!lastId || !/^\d{1,19}$/.test(lastId)) {
    const now = await changes.position()
    // an id from the start, so that nothing is missed if the connection breaks before the first change
    res.write(`id: ${now}\ndata: {"changed":{}}\n\n`)
    return now
  }
  const missed = await changes.since(BigInt(lastId))
  if (missed === null) {
    const now = await changes.position()
    send(res, now, { changed: 'everything' })
    return now
  }
  if (missed.changes.length > 0) send(res, missed.upTo, byKind(missed.changes))
  return missed.upTo
}
