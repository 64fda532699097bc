import type { Twilio } from 'twilio'
import { abreast, type Channel, ChannelError } from './channel.ts'
import { faultOfTwilio } from './twilioErrors.ts'

export type SmsOptions = {
  accountSid: string
  authToken: string
  /** Our number, as E.164. */
  from: string
  /** Instead of the provider's own address, in tests. */
  baseUrl?: string
  timeoutMs?: number
}

type ChannelOptions = SmsOptions & {
  /** Where the provider tells what became of an SMS; unset: it does not. */
  statusCallback?: string
}

// the provider's clock may differ from ours
const skewMs = 60_000
const looksBack = 100

/** Sends SMS. The provider takes no idempotency key, so that a doubtful attempt is looked up before it is repeated. */
export function twilioChannel({ from, statusCallback, ...options }: ChannelOptions): Channel {
  let opened: Promise<Twilio> | undefined
  const open = () => {
    opened ??= connect(options).catch((error) => {
      throw new ChannelError('configuration', (error as Error).message, error)
    })
    return opened
  }
  return {
    send: async ({ id, recipient: to, text: body }) => {
      const client = await open()
      const callback = statusCallback && { statusCallback: `${statusCallback}?delivery=${id}` }
      try {
        return (await client.messages.create({ to, from, body, ...callback })).sid
      } catch (error) {
        const { fault, message, reason } = faultOfTwilio(error)
        // what was thrown quotes the recipient
        throw new ChannelError(fault, message, undefined, reason)
      }
    },
    find: async ({ recipient: to, text: body }, since) => {
      const client = await open()
      const listed = await client.messages.list({ to, from, limit: looksBack })
      const begin = since.getTime() - skewMs
      const recent = listed.filter((it) => it.dateCreated.getTime() >= begin)
      // newest first: a full page of recent ones may hide an older one
      if (recent.length === looksBack) throw new Error('too many messages to tell')
      // an account on trial gets words put before its own
      return recent.filter((it) => plain(it.body).endsWith(plain(body))).map((it) => it.sid)
    },
    close: () => {},
  }
}

const plain = (text: string) => text.replace(/\s+/g, ' ').trim()

// loaded when the first SMS goes out: most installations never need it
async function connect({
  accountSid,
  authToken,
  baseUrl,
  timeoutMs: timeout = 10_000,
}: Omit<ChannelOptions, 'from'>): Promise<Twilio> {
  const { default: twilio } = await import('twilio')
  const httpClient = new twilio.RequestClient({ timeout, maxSockets: abreast })
  if (baseUrl)
    httpClient.axios.interceptors.request.use((request) => {
      const { pathname, search } = new URL(request.url as string)
      return Object.assign(request, { url: `${new URL(baseUrl).origin}${pathname}${search}` })
    })
  return twilio(accountSid, authToken, { httpClient })
}
