import { Agent, type IncomingMessage, request } from 'node:http'
import { parentPort } from 'node:worker_threads'

export type CallRequest = {
  id: number
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}
/** `ms`: from the request to the last byte of the answer. `rows`: how many things with a number it holds. `error`: why there is none. */
export type CallResult = {
  id: number
  ms: number
  status: number
  etag: string
  rows: number
  bytes: number
  error?: string
}

// how each begins
const row = '{"id":'
const agent = new Agent({ keepAlive: true })

const sent = ({ url, body, ...options }: CallRequest) =>
  new Promise<IncomingMessage>((resolve, fail) => {
    request(url, { ...options, agent }, resolve)
      .on('error', fail)
      .end(body ?? undefined)
  })

async function measureCall(call: CallRequest): Promise<CallResult> {
  const began = performance.now()
  const answer = await sent(call)
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const ms = performance.now() - began
  const all = Buffer.concat(chunks)
  const { statusCode: status = 0, headers } = answer
  const result = { id: call.id, ms, status, etag: headers.etag ?? '', bytes: all.length }
  return status >= 400 ? { ...result, rows: 0, error: all.toString() } : { ...result, rows: rowsIn(all) }
}

/** Counted where they are: to parse megabytes for a number makes garbage that the next answer would wait for. */
function rowsIn(answer: Buffer): number {
  let rows = 0
  for (let at = answer.indexOf(row); at >= 0; at = answer.indexOf(row, at + 1)) rows += 1
  return rows
}

// a caller in the thread of the service would measure its own reading of answers, and both one's garbage
parentPort?.on('message', async (call: CallRequest) => {
  const failed = (error: Error): CallResult => ({
    ...{ id: call.id, ms: 0, status: 0, etag: '', rows: 0, bytes: 0 },
    error: error.message,
  })
  parentPort?.postMessage(await measureCall(call).catch(failed))
})
