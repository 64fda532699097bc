import pg from 'pg'
import { decryptFields, eventContext } from '../encryption/personalFields.ts'
import type { Recorded } from '../event-store/event.ts'
import type { ReadOptions } from '../event-store/read.ts'
import { upcast } from '../event-store/upcasters.ts'
import type { AnyProjection } from './projection.ts'

const key = "replace(encode(k.wrapped, 'base64'), E'\\n', '')"
const metadataColumns = ', e.position, e.event_id, e.recorded_at, e.metadata'

/** COPY of the events a projection reads, up to a position, in the order it needs and as `CopiedEvent` parses them. */
export function copyEventsSql({ types, partitionBy, needsMetadata }: AnyProjection, upTo: bigint): string {
  return `COPY (SELECT e.stream_id, e.version, e.type, e.schema_version, e.subject, ${key}, e.data${needsMetadata ? metadataColumns : ''}
    FROM es.events e LEFT JOIN es.subject_keys k USING (subject)
    WHERE e.position <= ${upTo} AND e.type IN (${types.map((type: string) => pg.escapeLiteral(type)).join(', ')})
    ORDER BY ${partitionBy === 'stream' ? 'e.stream_id, e.version' : 'e.position'}) TO STDOUT`
}

const unescapes: Record<string, string> = { '\\t': '\t', '\\n': '\n', '\\r': '\r', '\\\\': '\\' }
const unescapeCell = (cell: string): string =>
  cell.includes('\\') ? cell.replace(/\\[tnr\\]/g, (pair) => unescapes[pair] as string) : cell

const orNull = (cell: string) => (cell === '\\N' ? null : cell)

/** A mistake in a projection, not in an event. */
export class UndeclaredMetadataError extends Error {
  constructor() {
    super('a projection that reads the metadata of events declares needsMetadata: true')
  }
}

/** An event on a line of COPY's text format; its metadata is parsed when it is asked for. */
class CopiedEvent implements Recorded {
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly data: unknown
  readonly #rest: string
  #cells: string[] | undefined

  constructor(line: string, { upcasters = {}, keyring }: ReadOptions) {
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
    const data = decryptFields(keyring, { subject, wrapped, context }, JSON.parse(unescapeCell(next())))
    this.data = upcast(upcasters, this.type, schemaVersion, data)
    this.#rest = line.slice(at)
  }

  #cell(i: number): string {
    if (this.#rest === '') throw new UndeclaredMetadataError()
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

/** Splits the output of COPY into events, a chunk at a time. */
export async function* parseCopyStream(
  source: AsyncIterable<Buffer>,
  options: ReadOptions = {},
): AsyncGenerator<Recorded[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() as string
    if (lines.length > 0) yield lines.map((line) => new CopiedEvent(line, options))
  }
}
