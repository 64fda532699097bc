import { createHash, type Hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import * as z from 'zod'

const Position = z.string().regex(/^\d{1,18}$/, 'is no position')

/** A line of an exported log: an event as it is stored. */
export const ExportedEvent = z.strictObject({
  position: Position,
  stream: z.string().min(1),
  version: z.int().min(1),
  id: z.guid(),
  type: z.string().min(1),
  schemaVersion: z.int().min(1).max(32_767),
  data: z.unknown(),
  metadata: z.record(z.string(), z.unknown()),
  subject: z.string().nullable(),
  recordedAt: z.iso.datetime(),
})
export type ExportedEvent = z.infer<typeof ExportedEvent>

/** What was asked for; unset: everything. */
export const Filter = z.strictObject({
  stream: z.string().optional(),
  type: z.string().optional(),
  after: Position.optional(),
})
export type Filter = z.infer<typeof Filter>

/** The last line. The checksum is of all lines before it, `head` the position of the last event. */
export const Trailer = z.strictObject({
  events: z.int().min(0),
  sha256: z.string(),
  head: Position,
  filter: Filter.optional(),
})
export type Trailer = z.infer<typeof Trailer>

/** An exported log, opened once so that every pass reads the same file. */
export type LogFile = { name: string; handle: FileHandle; trailer: Trailer; end: number }

const newline = 10
const maxTrailerBytes = 4_096

/** Finds the trailer; what comes before it is read by `verify` and `chunksOf`. */
export async function readLogFile(name: string, handle: FileHandle): Promise<LogFile> {
  const { size } = await handle.stat()
  const from = Math.max(0, size - maxTrailerBytes)
  const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(maxTrailerBytes), position: from })
  const tail = buffer.subarray(0, bytesRead)
  const start = tail.lastIndexOf(newline, tail.length - 2) + 1
  const trailer = Trailer.safeParse(tail.at(-1) === newline ? fromJson(tail.toString('utf8', start)) : null)
  if (!trailer.success) throw new Error(`${name} is no finished export: its last line is not a checksum.`)
  return { name, handle, trailer: trailer.data, end: from + start }
}

/** Reads all of a file before any of it is used; `see` gets every event. Throws unless it is what was exported. */
export async function verify(file: LogFile, see: (event: ExportedEvent) => void = () => {}): Promise<void> {
  const { name, trailer } = file
  const hash = createHash('sha256')
  let lineNumber = 0
  let head = BigInt(trailer.filter?.after ?? 0)
  let problem: string | undefined
  for await (const lines of linesOf(hashed(bytesOf(file), hash)))
    for (const line of lines) {
      lineNumber += 1
      if (problem) continue
      const event = parse(line, head)
      if (typeof event === 'string') {
        problem = `${name}, line ${lineNumber}: ${event}`
        continue
      }
      head = BigInt(event.position)
      see(event)
    }
  if (hash.digest('hex') !== trailer.sha256)
    throw new Error(`${name} is not what was exported: its checksum differs.`)
  if (problem) throw new Error(problem)
  if (lineNumber !== trailer.events || String(head) !== trailer.head)
    throw new Error(`${name} is not what was exported: its last line speaks of other events.`)
}

// bounds a chunk of few but long events
const chunkCharacters = 4 * 1024 * 1024

/** The lines of the events, at most `size` at a time. */
export async function* chunksOf(file: LogFile, size: number): AsyncGenerator<string[]> {
  let chunk: string[] = []
  let characters = 0
  for await (const lines of linesOf(bytesOf(file)))
    for (const line of lines) {
      chunk.push(line)
      characters += line.length
      if (chunk.length < size && characters < chunkCharacters) continue
      yield chunk
      chunk = []
      characters = 0
    }
  if (chunk.length > 0) yield chunk
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The event, or what is wrong with it. */
function parse(line: string, after: bigint): ExportedEvent | string {
  const { success, data, error } = ExportedEvent.safeParse(fromJson(line))
  if (!success)
    return error.issues.map(({ path, message }) => `${path.join('.')} ${message}`.trim()).join('; ')
  if (BigInt(data.position) <= after) return `position ${data.position} does not come after ${after}`
  return data
}

async function* bytesOf({ handle, end }: LogFile): AsyncGenerator<Buffer> {
  if (end > 0) yield* handle.createReadStream({ start: 0, end: end - 1, autoClose: false })
}

async function* hashed(bytes: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

async function* linesOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() as string
    yield lines
  }
}
