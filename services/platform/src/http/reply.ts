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

type Groups<Row> = Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>
type Reading<Row> = () => Groups<Row>
type JsonRows<T> = readonly Json<T>[] | AsyncGenerator<readonly Json<T>[], void> | Reading<Json<T>>

/** A list whose rows are JSON already: they were written when their row of the read model was. */
export class JsonList<T> {
  readonly rows: JsonRows<T>
  /**
   * Rows, or some after the other as they are read. A list of any length is given as what begins to read it: its rows
   * are then not in memory beside those of another such list.
   */
  constructor(rows: JsonRows<T>) {
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
    if (typeof value.rows === 'function') return inPieces(req, res, value.rows, asTheyAre)
    const { rows, rest } = 'next' in value.rows ? await opening(value.rows) : { rows: value.rows, rest: [] }
    if (rows.length <= piece) return void res.type('json').send(`[${rows.join(',')}]`)
    return inPieces(req, res, () => following(rows, rest), asTheyAre)
  }
  if (!Array.isArray(value) || value.length <= piece || !(schema instanceof $ZodArray))
    return void res.json(shaped(schema, value, what))
  const write = (rows: readonly unknown[]) => [JSON.stringify(shaped(schema, rows, what)).slice(1, -1)]
  await inPieces(req, res, () => [value], write)
}

/** So much of what is being read that it is known to be long, or all of it: what is short waits for nobody. */
async function opening<Row>(rest: AsyncGenerator<readonly Row[], void>) {
  let rows: readonly Row[] = []
  while (rows.length <= piece) {
    const { done, value } = await rest.next()
    if (done) break
    rows = rows.concat(value)
  }
  return { rows, rest }
}

async function* following<Row>(rows: readonly Row[], rest: Groups<Row>) {
  yield rows
  yield* rest
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
