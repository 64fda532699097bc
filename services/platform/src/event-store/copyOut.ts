import type { Recorded } from './event.ts'
import type { AnyProjection } from './projection.ts'
import { type Upcasts, upcast } from './upcast.ts'

/** What a fold reads of the log, in the order of `CopiedEvent`. */
export const copiedColumns = ({ envelope }: AnyProjection) =>
  `stream_id, version, type, schema_version, data${envelope ? ', position, event_id, recorded_at, metadata' : ''}`

const unescapes: Record<string, string> = { '\\t': '\t', '\\n': '\n', '\\r': '\r', '\\\\': '\\' }
const unescapeCell = (cell: string): string =>
  cell.includes('\\') ? cell.replace(/\\[tnr\\]/g, (pair) => unescapes[pair] as string) : cell

/** An event on a line of COPY's text format. */
class CopiedEvent implements Recorded {
  readonly stream: string
  readonly version: number
  readonly type: string
  readonly data: unknown
  readonly #rest: string
  #cells: string[] | undefined

  constructor(line: string, upcasts: Upcasts) {
    const a = line.indexOf('\t')
    const b = line.indexOf('\t', a + 1)
    const c = line.indexOf('\t', b + 1)
    const d = line.indexOf('\t', c + 1)
    const e = line.indexOf('\t', d + 1)
    const end = e === -1 ? line.length : e
    this.stream = line.slice(0, a)
    this.version = Number(line.slice(a + 1, b))
    this.type = line.slice(b + 1, c)
    const data = JSON.parse(unescapeCell(line.slice(d + 1, end)))
    this.data = upcast(upcasts, this.type, Number(line.slice(c + 1, d)), data)
    this.#rest = line.slice(end + 1)
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
  upcasts: Upcasts = {},
): AsyncGenerator<Recorded[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() as string
    if (lines.length > 0) yield lines.map((line) => new CopiedEvent(line, upcasts))
  }
}
