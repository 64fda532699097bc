import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { $ZodArray, type $ZodType } from 'zod/v4/core'
import { type Json, shaped } from '../shape.ts'
import { createFlights } from './flights.ts'

/** Rows that are checked and written at once, about a millisecond's work: others are answered in between. */
const piece = 250
// brackets and one piece
const short = 3
// long lists one after the other: ten at once would each be ready when the last is
const flights = createFlights()

/** A list whose rows are JSON already: they were written when their row of the read model was. */
export class JsonList<T> {
  readonly rows: readonly Json<T>[] | (() => Promise<readonly Json<T>[]>)
  /** A list of any length is given as what reads it: its rows are then not in memory beside those of another one. */
  constructor(rows: readonly Json<T>[] | (() => Promise<readonly Json<T>[]>)) {
    this.rows = rows
  }
}

/** Sends what the schema lets through; `what` names the call should the answer have another shape. */
export async function reply(
  { req, res, status, what }: { req: Request; res: Response; status: number; what: string },
  schema: $ZodType,
  value: unknown,
): Promise<void> {
  res.status(status)
  if (value instanceof JsonList) {
    const { rows } = value
    if (typeof rows === 'function') return inPieces(req, res, rows, joined)
    if (rows.length > piece) return inPieces(req, res, async () => rows, joined)
    return void res.type('json').send(`[${rows.join(',')}]`)
  }
  if (!Array.isArray(value) || value.length <= piece || !(schema instanceof $ZodArray))
    return void res.json(shaped(schema, value, what))
  const write = (rows: readonly unknown[], before: string) =>
    Buffer.from(before + JSON.stringify(shaped(schema, rows, what)).slice(1, -1))
  await inPieces(req, res, async () => value, write)
}

/** Some rows as JSON, a comma between two and `before` before the first. */
type Write<Row> = (rows: readonly Row[], before: string) => Buffer<ArrayBuffer>

/** Written into their place at once: as one text they would all be copied another two times. */
const joined: Write<string> = (rows, before) => {
  const bytes = rows.reduce((sum, row) => sum + 1 + Buffer.byteLength(row), before.length - 1)
  const all = Buffer.allocUnsafe(bytes)
  let at = all.write(before)
  rows.forEach((row, i) => {
    if (i > 0) at += all.write(',', at)
    at += all.write(row, at)
  })
  return all
}

/** Sends a long list so that others are answered in between. */
async function inPieces<Row>(
  req: Request,
  res: Response,
  read: () => Promise<readonly Row[]>,
  write: Write<Row>,
): Promise<void> {
  const hash = res.get('ETag') ? undefined : createHash('sha1')
  const pieces = await flights.alone('long', async () => {
    const rows = await read()
    // out of the heap: what waits there to be sent is moved about by every collection of garbage
    const written = [Buffer.from('[')]
    for (let at = 0; at < rows.length; at += piece) {
      const text = write(rows.slice(at, at + piece), at === 0 ? '' : ',')
      written.push(text)
      hash?.update(text)
      await othersFirst()
    }
    return [...written, Buffer.from(']')]
  })
  res.type('json')
  if (pieces.length <= short) return void res.send(Buffer.concat(pieces))
  if (hash) res.set('ETag', `W/"${hash.digest('base64')}"`)
  if (req.fresh) return void res.status(304).end()
  // whoever asked may be gone before the end
  await pipeline(Readable.from(gently(pieces)), res).catch(() => {})
}

async function* gently<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  for (const each of pieces) {
    yield each
    await othersFirst()
  }
}
