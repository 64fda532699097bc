import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { $ZodArray, type $ZodType } from 'zod/v4/core'
import { type Json, shaped } from '../shape.ts'
import { createFlights } from './flights.ts'
import { WrittenList } from './writtenList.ts'

/** Rows that are checked and written at once, about a millisecond's work: others are answered in between. */
const piece = 250
// long lists one after the other: ten at once would each be ready when the last is
const flights = createFlights()

type Reading<Row> = () => Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>

/** A list whose rows are JSON already: they were written when their row of the read model was. */
export class JsonList<T> {
  readonly rows: readonly Json<T>[] | Reading<Json<T>>
  /**
   * A list of any length is given as what reads it, some rows after the other: they are then not in memory beside those
   * of another list.
   */
  constructor(rows: readonly Json<T>[] | Reading<Json<T>>) {
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
    if (typeof rows === 'function') return inPieces(req, res, rows, asTheyAre)
    if (rows.length > piece) return inPieces(req, res, () => [rows], asTheyAre)
    return void res.type('json').send(`[${rows.join(',')}]`)
  }
  if (!Array.isArray(value) || value.length <= piece || !(schema instanceof $ZodArray))
    return void res.json(shaped(schema, value, what))
  const write = (rows: readonly unknown[]) => [JSON.stringify(shaped(schema, rows, what)).slice(1, -1)]
  await inPieces(req, res, () => [value], write)
}

const asTheyAre = (rows: readonly string[]) => rows

/** Sends a long list so that others are answered in between. */
async function inPieces<Row>(
  req: Request,
  res: Response,
  read: Reading<Row>,
  write: (rows: readonly Row[]) => readonly string[],
): Promise<void> {
  const hash = res.get('ETag') ? undefined : createHash('sha1')
  const list = new WrittenList((part) => hash?.update(part))
  const parts = await flights.alone('long', async () => {
    for await (const rows of read())
      for (let at = 0; at < rows.length; at += piece) {
        for (const json of write(rows.slice(at, at + piece))) list.add(json)
        await othersFirst()
      }
    return list.end()
  })
  res.type('json')
  if (hash) res.set('ETag', `W/"${hash.digest('base64')}"`)
  if (req.fresh) res.status(304).end()
  // whoever asked may be gone before the end: nobody knows then what is still on its way
  else if (!(await sent(parts, res))) return
  list.release()
}

/** False when it ended before all was handed over to the system. */
function sent(parts: readonly Buffer[], res: Response): Promise<boolean> {
  res.set('Content-Length', String(parts.reduce((bytes, part) => bytes + part.length, 0)))
  return pipeline(Readable.from(gently(parts)), res).then(
    () => true,
    () => false,
  )
}

async function* gently<Piece>(pieces: readonly Piece[]): AsyncGenerator<Piece> {
  for (const each of pieces) {
    yield each
    await othersFirst()
  }
}
