import { setImmediate } from 'node:timers/promises'
import type { Response } from 'express'
import pLimit from 'p-limit'
import { $ZodArray, type $ZodType } from 'zod/v4/core'
import { parseResponse } from './responseSchema.ts'

// each holds a connection to the database while it is read; the others are for short requests
const streamLimit = pLimit(2)

/** Sends the fields that the schema names. A list may come as batches of rows. */
export async function reply(
  res: Response,
  { schema, status, label }: { schema: $ZodType; status: number; label: string },
  value: unknown,
): Promise<void> {
  res.status(status)
  if (!isBatches(value)) return void res.json(parseResponse(schema, value, label))
  if (!(schema instanceof $ZodArray)) throw new Error(`${label} answers batches, but no list`)
  await streamLimit(() => stream(res, value, (rows) => parseResponse(schema, rows, label)))
}

const isBatches = (value: unknown): value is AsyncIterable<readonly unknown[]> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

// a longer list is sent as it is read, and so without an ETag
const maxWholeLength = 1024 * 1024

const maxUnreceivedLength = 64 * 1024 * 1024
/** What clients have yet to receive, those that have waited longest first. */
const unreceived = new Map<Response, number>()

/** Cuts the connections of those that have not read for longest, rather than let the memory grow. */
function waitForClient(res: Response, length: number): void {
  if (!unreceived.has(res))
    for (const event of ['drain', 'close']) res.once(event, () => unreceived.delete(res))
  unreceived.set(res, (unreceived.get(res) ?? 0) + length)
  let total = [...unreceived.values()].reduce((sum, it) => sum + it, 0)
  for (const [slow, its] of unreceived) {
    if (total <= maxUnreceivedLength) return
    total -= its
    unreceived.delete(slow)
    slow.destroy()
  }
}

/**
 * Reads as fast as the database answers and not as the client receives, which could hold a connection for ever: what is
 * not received yet waits compressed, up to a limit for all clients together. A failure before anything is sent is answered as an
 * error; a later one cuts the connection, so that no part passes for the whole.
 */
async function stream(
  res: Response,
  batches: AsyncIterable<readonly unknown[]>,
  parse: (rows: readonly unknown[]) => unknown,
): Promise<void> {
  res.type('json')
  let unsent = '['
  let isEmpty = true
  for await (const rows of batches) {
    if (res.destroyed) return
    if (rows.length === 0) continue
    unsent += (isEmpty ? '' : ',') + JSON.stringify(parse(rows)).slice(1, -1)
    isEmpty = false
    if (res.headersSent || unsent.length > maxWholeLength) {
      if (!res.write(unsent)) waitForClient(res, unsent.length)
      unsent = ''
    }
    // other requests are answered in between
    await setImmediate()
  }
  if (res.headersSent) res.end(`${unsent}]`)
  else res.send(`${unsent}]`)
}
