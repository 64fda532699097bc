import { createHash, type Hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { Request, Response } from 'express'
import { $ZodArray, $ZodObject, $ZodObjectJIT, type $ZodType, safeParse } from 'zod/v4/core'
import { createFlights } from './flights.ts'

/** Rows that are checked and written at once, about a millisecond's work: others are answered in between. */
const piece = 250
// long lists one after the other: ten at once would each be ready when the last is
const flights = createFlights()

/** The same schema, compiled: an object of `zod/mini` is read field by field, which takes five times as long. */
export function compiled(schema: $ZodType): $ZodType {
  if (schema instanceof $ZodArray)
    return new $ZodArray({ ...schema._zod.def, element: compiled(schema._zod.def.element) })
  return schema instanceof $ZodObject ? new $ZodObjectJIT(schema._zod.def) : schema
}

function shaped(schema: $ZodType, value: unknown, what: string): unknown {
  const shown = safeParse(schema, value)
  if (!shown.success) throw new Error(`${what} made an answer of another shape`, { cause: shown.error })
  return shown.data
}

/** Sends what the schema lets through; `what` names the call should the answer have another shape. */
export async function reply(
  { req, res, status, what }: { req: Request; res: Response; status: number; what: string },
  schema: $ZodType,
  value: unknown,
): Promise<void> {
  res.status(status)
  if (!Array.isArray(value) || value.length <= piece || !(schema instanceof $ZodArray))
    return void res.json(shaped(schema, value, what))
  const hash = res.get('ETag') ? undefined : createHash('sha1')
  const pieces = await flights.alone('long', () => inPieces(schema, value, what, hash))
  if (hash) res.set('ETag', `W/"${hash.digest('base64')}"`)
  if (req.fresh) return void res.status(304).end()
  res.type('json')
  // whoever asked may be gone before the end
  await pipeline(Readable.from(pieces), res).catch(() => {})
}

/** JSON of a long list, so that others are answered in between. */
async function inPieces(schema: $ZodType, rows: readonly unknown[], what: string, hash?: Hash) {
  const pieces: string[] = []
  for (let at = 0; at < rows.length; at += piece) {
    const text = JSON.stringify(shaped(schema, rows.slice(at, at + piece), what))
    pieces.push(`${at === 0 ? '[' : ','}${text.slice(1, -1)}`)
    hash?.update(text)
    await othersFirst()
  }
  return [...pieces, ']']
}
