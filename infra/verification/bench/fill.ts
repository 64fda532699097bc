import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Pool } from '@plumbline/platform/db'
import { encryptFields, type Keyring, type Personal } from '@plumbline/platform/encryption'
import type { DomainEvent } from '@plumbline/platform/event-store'
import { from as copyFrom } from 'pg-copy-streams'

/** An event as it stands in its stream. */
export type FilledEvent = {
  stream: string
  /** Left out: 1. */
  version?: number
  event: DomainEvent
}

type Options = {
  keyring: Keyring
  /** Which fields are sealed, as their service says. */
  // biome-ignore lint/suspicious/noExplicitAny: events of different services are filled in
  personal: Personal<any>
  /** Wrapped keys by person; a missing one is made. */
  keys: Map<string, string>
}

const metadata = JSON.stringify({ actor: 'user-1', requestId: 'bench' })
/** A value within a line of COPY. */
export const cellOf = (text: string) => text.replaceAll('\\', '\\\\')

/** Writes events as an append would have stored them, many at once. */
export async function fillLog(pool: Pool, events: Iterable<FilledEvent>, options: Options): Promise<void> {
  const { keyring, personal, keys } = options
  const [head] = (await pool.query('SELECT coalesce(max(position), 0)::int AS position FROM es.events')).rows
  let position = head.position as number
  const fresh: string[] = []
  const keyOf = (subject: string) => {
    const existing = keys.get(subject)
    if (existing) return existing
    const { wrapped } = keyring.createDataKey(subject)
    fresh.push(`${subject}\t\\\\x${Buffer.from(wrapped, 'base64').toString('hex')}\n`)
    keys.set(subject, wrapped)
    return wrapped
  }
  function* lines() {
    for (const { stream, version = 1, event } of events) {
      position += 1
      const rule = personal[event.type]
      const subject = rule?.subject(event.data as never)
      const data =
        rule && subject
          ? encryptFields(
              keyring,
              { key: { subject, wrapped: keyOf(subject) }, context: `${stream}|${event.type}` },
              event.data as Record<string, unknown>,
              rule.fields,
            )
          : event.data
      const cells = [
        position,
        stream,
        version,
        randomUUID(),
        event.type,
        cellOf(JSON.stringify(data)),
        metadata,
      ]
      yield `${cells.join('\t')}\t${subject || '\\N'}\n`
    }
  }
  await copy(
    pool,
    'es.events (position, stream_id, version, event_id, type, data, metadata, subject)',
    lines(),
  )
  await copy(pool, 'es.subject_keys (subject, wrapped)', fresh)
  await pool.query("SELECT setval('es.event_position', (SELECT max(position) FROM es.events))")
  await pool.query('ANALYZE es.events, es.subject_keys')
}

export async function copy(pool: Pool, table: string, lines: Iterable<string>): Promise<void> {
  const client = await pool.connect()
  await pipeline(Readable.from(lines), client.query(copyFrom(`COPY ${table} FROM STDIN`)))
  client.release(true)
}
