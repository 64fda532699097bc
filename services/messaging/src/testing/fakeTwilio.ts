import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export type Taken = { sid: string; to: string; body: string; from: string; statusCallback?: string; at: Date }
/** A request and what is lawfully answered to it. */
export type Exchange = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: string
  status: number
  answer: object
}
type Answer = (res: ServerResponse, taken: Taken) => 'handled' | undefined
type Behaviour = {
  before?: Answer
  after?: Answer
  list?: Answer
  /** What it took and does not tell of. */
  hides?: (taken: Taken) => boolean
  /** How long it thinks, in milliseconds. */
  takesMs?: () => number
}

/** Twilio as far as we speak to it: it remembers what it took. `behave` may answer otherwise before or after that. */
export async function startTwilioPeer() {
  const taken: Taken[] = []
  const exchanges: Exchange[] = []
  let count = 0
  const behaviour: Behaviour = {}
  const note = (req: IncomingMessage, body: string, status: number, answer: object) => {
    const { authorization = '', 'content-type': type = '' } = req.headers
    const headers = { authorization, ...(type && { 'content-type': type }) }
    exchanges.push({
      method: req.method as 'GET' | 'POST',
      path: req.url ?? '',
      headers,
      body,
      status,
      answer,
    })
  }
  const server = createServer(async (req, res) => {
    const thought = behaviour.takesMs?.()
    if (thought) await sleep(thought)
    if (req.method === 'GET') return listed(req, res)
    // a client that is killed in the middle of its request was not heard
    const asked = await textOf(req).catch(() => undefined)
    if (asked === undefined) return
    const form = new URLSearchParams(asked)
    const message: Taken = {
      sid: `SM${String(++count).padStart(32, '0')}`,
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      body: form.get('Body') ?? '',
      statusCallback: form.get('StatusCallback') ?? undefined,
      at: new Date(),
    }
    note(req, asked, 201, shown(message))
    if (behaviour.before?.(res, message)) return
    taken.push(message)
    if (behaviour.after?.(res, message)) return
    json(res, 201, shown(message))
  })
  const listed = (req: IncomingMessage, res: ServerResponse) => {
    if (behaviour.list?.(res, taken[0] as Taken)) return
    const asked = new URL(req.url ?? '', 'http://twilio').searchParams
    const found = taken.filter((it) => it.to === asked.get('To') && !behaviour.hides?.(it))
    const page = { messages: found.map(shown).reverse(), page: 0, page_size: 100, next_page_uri: null }
    note(req, '', 200, page)
    json(res, 200, page)
  }
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const sms = {
    accountSid: `AC${'0'.repeat(32)}`,
    authToken: 'secret',
    from: '+19195550000',
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  }
  return {
    ...{ taken, exchanges, behaviour, sms },
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type TwilioPeer = Awaited<ReturnType<typeof startTwilioPeer>>

/** Refuses with one of Twilio's own codes. */
export const refusing =
  (status: number, code: number): Answer =>
  (res, { to }) => {
    json(res, status, { code, status, message: `The 'To' number ${to} did not do.` })
    return 'handled'
  }

/** Says nothing at all. */
export const silent: Answer = () => 'handled'

/** Says nothing and hangs up. */
export const hangingUp: Answer = (res) => {
  res.destroy()
  return 'handled'
}

const shown = ({ sid, to, from, body, at }: Taken) => ({
  ...{ sid, to, from, body, status: 'queued' },
  date_created: at.toUTCString(),
})

function json(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
