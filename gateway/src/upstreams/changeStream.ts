import { rejection } from '@plumbline/platform/errors'
import type { Right } from '@plumbline/platform/rights'
import { logPosition } from '@plumbline/platform/schemas'
import type { RequestHandler, Response } from 'express'
import { streamChanges } from '../api.ts'
import { route } from '../route.ts'
import type { createSessions } from '../sessions/sessions.ts'

/** A change as browsers learn of it: its position in the log, and the stream. */
type Change = { position: bigint; kind: string; id: string }
export type Changes = {
  position: () => Promise<bigint>
  since: (position: bigint) => Promise<{ changes: readonly Change[]; upTo: bigint } | null>
  subscribe: (listener: (changes: readonly Change[]) => void) => () => void
}

export type StreamOptions = {
  changes: Changes
  sessions: ReturnType<typeof createSessions>
  /** Aborted when the process shuts down. */
  shutdownSignal: AbortSignal
  heartbeatMs?: number
}

const defaultHeartbeatMs = 15_000
const maxStreamsPerSession = 20
const reconnectMs = 2_000

type Message = { changed: Record<string, string[]> | 'everything' }

/**
 * Who is told that a record of a kind changed: members with one of these rights, each of which some call needs that reads the
 * kind. Which records there are says something, too, so a kind that is not here is told to nobody.
 */
export const readersOf: Readonly<Record<string, readonly (Right | 'self')[]>> = {
  appointment: ['self'],
  business: ['self'],
  consent: ['messages.own'],
  contact: ['messages.all'],
  'contact-read': ['messages.all'],
  conversation: ['messages.own'],
  customer: ['self'],
  'customer-import': ['self'],
  demonstration: ['self'],
  invoice: ['invoices.view'],
  lead: ['leads'],
  member: ['self'],
  message: ['messages.own'],
  messaging: ['messages.own'],
  'price-item': ['quotes.edit'],
  // beside quotes themselves: what was invoiced of them, their figures, their follow-ups
  quote: ['quotes.edit', 'invoices.view', 'reports', 'messages.all'],
  reminder: ['messages.all'],
  senders: ['messages.own', 'settings'],
  setup: ['settings'],
}
const isVisible =
  (rights: readonly Right[]) =>
  ({ kind }: Change) =>
    readersOf[kind]?.some((right) => right === 'self' || rights.includes(right)) ?? false

const byKind = (changes: readonly Change[]): Message => {
  // all records of the demonstration were removed, of every kind
  if (changes.some(({ kind }) => kind === 'demonstration')) return { changed: 'everything' }
  const changed: Record<string, string[]> = {}
  for (const { kind, id } of changes) {
    const ids = changed[kind] ?? []
    if (!ids.includes(id)) ids.push(id)
    changed[kind] = ids
  }
  return { changed }
}

/**
 * Server-sent events that name the records that changed, `{"changed":{"customer":["42"]}}`, never their content, and of
 * no kind that the user may not see. The
 * event's id is the log position; a browser that reconnects with it as `Last-Event-ID` or `?after=` gets what it missed.
 */
export function changeStream({
  changes,
  sessions,
  shutdownSignal,
  heartbeatMs,
}: StreamOptions): RequestHandler {
  const open = new Map<string, number>()
  return route(streamChanges, async ({ session: { id: session, user }, query, req, res }) => {
    // the window may have been closed while its session was looked up, and 'close' comes only once
    if (res.closed) return ''
    const count = open.get(session) ?? 0
    if (count >= maxStreamsPerSession)
      throw rejection('too-many', 'There are too many open windows.', { retryAfter: 60 })
    open.set(session, count + 1)
    let heartbeat: NodeJS.Timeout | undefined
    let unsubscribe = () => {}
    // subscribe first and buffer, so that nothing is lost while missed changes are read
    const buffered: (readonly Change[])[] = []
    let onChanges = (batch: readonly Change[]) => void buffered.push(batch)
    const end = () => {
      unsubscribe()
      onChanges = () => {}
      res.end()
    }
    shutdownSignal.addEventListener('abort', end)
    res.on('close', () => {
      shutdownSignal.removeEventListener('abort', end)
      clearInterval(heartbeat)
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
    unsubscribe = changes.subscribe((batch) => onChanges(batch))
    let sentPosition = await sendMissed(res, changes, user.rights, req.get('last-event-id') ?? query.after)
    onChanges = (batch) => {
      const fresh = batch.filter(({ position }) => position > sentPosition)
      const last = fresh.at(-1)
      if (!last) return
      sentPosition = last.position
      send(res, last.position, byKind(fresh.filter(isVisible(user.rights))))
      // the browser comes again at once, as the member that they are now, or is refused
      if (fresh.some(({ kind, id }) => kind === 'member' && id === String(user.id))) end()
    }
    for (const batch of buffered) onChanges(batch)
    if (res.closed || res.writableEnded) return ''
    if (shutdownSignal.aborted) end()
    heartbeat = setInterval(async () => {
      // a stream does not keep a session alive, and outlives neither it nor the rights that it began with
      const alive = await sessions.isAlive(req, user.rights).catch(() => true)
      if (alive) res.write(': still here\n\n')
      else end()
    }, heartbeatMs ?? defaultHeartbeatMs)
    return ''
  })
}

const send = (res: Response, position: bigint, message: Message) =>
  res.write(`id: ${position}\ndata: ${JSON.stringify(message)}\n\n`)

/** Sends what changed after the last id that the browser received; answers the position it has now. */
async function sendMissed(
  res: Response,
  changes: Changes,
  rights: readonly Right[],
  lastId: string | undefined,
): Promise<bigint> {
  if (!lastId || !logPosition.safeParse(lastId).success) {
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
  if (missed.changes.length > 0) send(res, missed.upTo, byKind(missed.changes.filter(isVisible(rights))))
  return missed.upTo
}
