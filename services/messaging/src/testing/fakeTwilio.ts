import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** An SMS that the provider accepted. */
export type AcceptedSms = {
  sid: string
  to: string
  body: string
  from: string
  messagingServiceSid: string | null
  statusCallback?: string
  at: Date
}
/** A request and what Twilio answers to it when nothing is wrong. */
export type Exchange = {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body: string
  status: number
  answer: object
}
type Answer = (res: ServerResponse, sms: AcceptedSms) => 'handled' | undefined
type Behaviour = {
  before?: Answer
  after?: Answer
  list?: Answer
  /** Accepted, but missing in lists. */
  isHidden?: (sms: AcceptedSms) => boolean
  latencyMs?: () => number
}

/** The part of Twilio that we use. It stores what it accepts; `behaviour` may answer something else before or after that. */
export async function startFakeTwilio() {
  const accepted: AcceptedSms[] = []
  const exchanges: Exchange[] = []
  let count = 0
  const behaviour: Behaviour = {}
  const recordExchange = (req: IncomingMessage, body: string, status: number, answer: object) => {
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
    const latencyMs = behaviour.latencyMs?.()
    if (latencyMs) await sleep(latencyMs)
    if (req.method === 'GET') return answerList(req, res)
    // a client that is killed in the middle of its request sent nothing
    const body = await textOf(req).catch(() => undefined)
    if (body === undefined) return
    const form = new URLSearchParams(body)
    const sms: AcceptedSms = {
      sid: `SM${String(++count).padStart(32, '0')}`,
      to: form.get('To') ?? '',
      from: form.get('From') ?? '',
      messagingServiceSid: form.get('MessagingServiceSid'),
      body: form.get('Body') ?? '',
      statusCallback: form.get('StatusCallback') ?? undefined,
      at: new Date(),
    }
    recordExchange(req, body, 201, toMessage(sms))
    if (behaviour.before?.(res, sms)) return
    accepted.push(sms)
    if (behaviour.after?.(res, sms)) return
    sendJson(res, 201, toMessage(sms))
  })
  const answerList = (req: IncomingMessage, res: ServerResponse) => {
    if (behaviour.list?.(res, accepted[0] as AcceptedSms)) return
    const to = new URL(req.url ?? '', 'http://twilio').searchParams.get('To')
    const messages = accepted.filter((sms) => sms.to === to && !behaviour.isHidden?.(sms)).map(toMessage)
    const page = { messages: messages.reverse(), page: 0, page_size: 100, next_page_uri: null }
    recordExchange(req, '', 200, page)
    sendJson(res, 200, page)
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
    accepted,
    exchanges,
    behaviour,
    sms,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type FakeTwilio = Awaited<ReturnType<typeof startFakeTwilio>>

/** Refuses with one of Twilio's own codes. */
export const refuseWith =
  (status: number, code: number): Answer =>
  (res, { to }) => {
    sendJson(res, status, { code, status, message: `The 'To' number ${to} was refused.` })
    return 'handled'
  }

/** Never answers. */
export const neverAnswer: Answer = () => 'handled'

/** Closes the connection without an answer. */
export const hangUp: Answer = (res) => {
  res.destroy()
  return 'handled'
}

const toMessage = ({ sid, to, from, messagingServiceSid, body, at }: AcceptedSms) => ({
  sid,
  to,
  from,
  body,
  status: 'queued',
  messaging_service_sid: messagingServiceSid,
  date_created: at.toUTCString(),
})

function sendJson(res: ServerResponse, status: number, body: object): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of req) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
