import type { Twilio } from 'twilio'
import { type Channel, ChannelError, maxConcurrentSends } from './channel.ts'
import { classifyTwilioError } from './twilioErrors.ts'

export type SmsOptions = {
  accountSid: string
  authToken: string
  /** Our number as E.164, or the id of a Messaging Service (`MG…`), which has several. */
  from: string
  /** Instead of the provider's own address, in tests. */
  baseUrl?: string
  timeoutMs?: number
}

type ChannelOptions = SmsOptions & {
  /** Where the provider reports what became of an SMS. */
  statusCallback?: string
}

// the provider's clock may differ from ours
const clockSkewMs = 60_000
const maxListed = 100

/** Sends SMS. The provider takes no idempotency key, so an ambiguous attempt is looked up before it is repeated. */
export function twilioChannel({ from, statusCallback, ...options }: ChannelOptions): Channel {
  const isService = from.startsWith('MG')
  const sender = isService ? { messagingServiceSid: from } : { from }
  // loading the library takes seconds from a cold disk, which the first SMS would wait for
  const connected = connect(options).catch((error) => {
    throw new ChannelError('configuration', (error as Error).message, error)
  })
  // reported with each SMS
  connected.catch(() => {})
  return {
    send: async ({ id, recipient: to, text: body }) => {
      const client = await connected
      const callback = statusCallback && { statusCallback: `${statusCallback}?delivery=${id}` }
      try {
        return (await client.messages.create({ to, ...sender, body, ...callback })).sid
      } catch (error) {
        const { fault, message, reason } = classifyTwilioError(error)
        // without the cause: its text contains the recipient
        throw new ChannelError(fault, message, undefined, reason)
      }
    },
    find: async ({ recipient: to, text: body }, since) => {
      const client = await connected
      // the provider lists by number only, and a service chooses one of several
      const listed = await client.messages.list({ to, ...(!isService && { from }), limit: maxListed })
      const earliest = since.getTime() - clockSkewMs
      const recent = listed.filter(
        (it) => it.dateCreated.getTime() >= earliest && (!isService || it.messagingServiceSid === from),
      )
      // newest first: a full page of recent messages may hide an older one
      if (recent.length === maxListed) throw new Error('too many messages to search')
      // a trial account prepends words of its own
      return recent.filter((it) => singleSpaced(it.body).endsWith(singleSpaced(body))).map((it) => it.sid)
    },
    close: () => {},
  }
}

const singleSpaced = (text: string) => text.replace(/\s+/g, ' ').trim()

// imported where it is used: most installations send no SMS
async function connect({
  accountSid,
  authToken,
  baseUrl,
  timeoutMs: timeout = 10_000,
}: Omit<ChannelOptions, 'from'>): Promise<Twilio> {
  if (!accountSid || !authToken) throw new Error('no account is stored')
  const { default: twilio } = await import('twilio')
  const httpClient = new twilio.RequestClient({ timeout, maxSockets: maxConcurrentSends })
  httpClient.axios.interceptors.request.use((request) => {
    const { pathname, search, origin } = new URL(request.url as string)
    const url = `${baseUrl ? new URL(baseUrl).origin : origin}${pathname}${search}`
    // the client's own time-out starts again with every byte
    return Object.assign(request, { url, signal: AbortSignal.timeout(timeout) })
  })
  return twilio(accountSid, authToken, { httpClient })
}
