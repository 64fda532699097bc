import pg from 'pg'
import type { Recorded } from './event.ts'
import { eventContext, openFields } from './personal.ts'
import type { AnyProjection } from './projection.ts'
import type { Reading } from './read.ts'
import { upcast } from './upcast.ts'

const key = "replace(encode(k.wrapped, 'base64'), E'\\n', '')"
const envelopeColumns = ', e.position, e.event_id, e.recorded_at, e.metadata'

/** COPY of what a fold reads of the log up to a position, in the order it wants and as `CopiedEvent` expects it. */
export function copying({ types, scope, envelope }: AnyProjection, upTo: bigint): string {
  return `COPY (SELECT e.stream_id, e.version, e.type, e.schema_version, e.subject, ${key}, e.data${envelope ? envelopeColumns : ''}
    FROM es.events e LEFT JOIN es.subject_keys k USING (subject)
    WHERE e.position <= ${upTo} AND e.type IN (${types.map((type: string) => pg.escapeLiteral(type)).join(', ')})
    ORDER BY ${scope === 'stream' ? 'e.stream_id, e.version' : 'e.position'}) TO STDOUT`
}

const unescapes: Record<string, string> = { '\\t': '\t', '\\n': '\n', '\\r': '\r', '\\\\': '\\' }
const unescapeCell = (cell: string): string =>
  cell.includes('\\') ? cell.replace(/\\[tnr\\]/g, (pair) => unescapes[pair] as string) : cell

const orNull = (cell: string) => (cell === '\\N' ? null : cell)

/** An event on a line of COPY's text format. */
class CopiedEvent implements Recorded {
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly data: unknown
  readonly #rest: string
  #cells: string[] | undefined

  constructor(line: string, { upcasts = {}, keyring }: Reading) {
    let at = 0
    const next = () => {
      const end = line.indexOf('\t', at)
      const cell = end === -1 ? line.slice(at) : line.slice(at, end)
      at = end === -1 ? line.length : end + 1
      return cell
    }
    this.stream = next()
    this.version = Number(next())
    this.type = next()
    const schemaVersion = Number(next())
    const subject = orNull(next())
    const wrapped = orNull(next())
    const context = eventContext(this.stream, this.type)
    const data = openFields(keyring, { subject, wrapped, context }, JSON.parse(unescapeCell(next())))
    this.data = upcast(upcasts, this.type, schemaVersion, data)
    this.#rest = line.slice(at)
  }

  #cell(i: number): string {
    if (this.#rest === '')
      throw new Error('a projection that looks at the envelope of events declares envelope: true')
    this.#cells ??= this.#rest.split('\t')
    return unescapeCell(this.#cells[i] as string)
  }
  get position() {
    return BigInt(this.#cell(0))
  }
  get id() {
    return this.#cell(1)
  }
  get recordedAt() {
    return new Date(this.#cell(2)).toISOString()
  }
  get metadata() {
    return JSON.parse(this.#cell(3))
  }
}

/** Splits what COPY sends into events, a chunk at a time. */
export async function* eventsOf(
  source: AsyncIterable<Buffer>,
  reading: Reading = {},
): AsyncGenerator<Recorded[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() as string
    if (lines.length > 0) yield lines.map((line) => new CopiedEvent(line, reading))
  }
}
