import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Response } from 'express'
import { $ZodArray, type $ZodType } from 'zod/v4/core'
import { parseResponse } from './responseSchema.ts'

/** Sends the fields that the schema names. A list may come as batches of rows, which are sent as they are read. */
export async function reply(
  res: Response,
  { schema, status, label }: { schema: $ZodType; status: number; label: string },
  value: unknown,
): Promise<void> {
  res.status(status)
  if (!isBatches(value)) return void res.json(parseResponse(schema, value, label))
  if (!(schema instanceof $ZodArray)) throw new Error(`${label} answers batches, but no list`)
  const batches = value[Symbol.asyncIterator]()
  // a failure of the first batch is answered as an error; later the connection is cut, so that no part passes for the whole
  const first = await batches.next()
  res.type('json')
  try {
    await pipeline(Readable.from(jsonOf(first, batches, (rows) => parseResponse(schema, rows, label))), res)
  } catch (error) {
    if (!isClientGone(error)) throw error
  }
}

const isBatches = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

const isClientGone = (error: unknown) => (error as { code?: string }).code === 'ERR_STREAM_PREMATURE_CLOSE'

async function* jsonOf(
  first: IteratorResult<readonly unknown[]>,
  rest: AsyncIterator<readonly unknown[]>,
  parse: (rows: readonly unknown[]) => unknown,
): AsyncGenerator<string> {
  let separator = '['
  try {
    for (let batch = first; !batch.done; batch = await rest.next()) {
      if (batch.value.length === 0) continue
      yield separator + JSON.stringify(parse(batch.value)).slice(1, -1)
      separator = ','
      // other requests are answered in between
      await setImmediate()
    }
    yield separator === '[' ? '[]' : ']'
  } finally {
    await rest.return?.()
  }
}
