import { createTransport } from 'nodemailer'
import { type Channel, ChannelError, type Fault } from './channel.ts'

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with user and password when the server wants them. */
  url: string
  from: { name: string; address: string }
  /** How long a mail waits for one of the connections. */
  patienceMs?: number
}

const connections = 3

// a server that is there answers at once, but may take its time over the end of DATA (RFC 5321 allows minutes):
// giving up there means sending again what it already took
const timeouts = {
  connectionTimeout: 3_000,
  greetingTimeout: 3_000,
  socketTimeout: 60_000,
  dnsTimeout: 3_000,
}

/** Sends one recipient per mail; the Message-ID is the delivery's, so that a repeat is recognisable. */
export function smtpChannel({ url, from, patienceMs = 30_000 }: SmtpOptions): Channel {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.split('@').at(-1)
  return {
    send: async ({ id, recipient, subject, text, html }, document) => {
      const messageId = `<${id}@${domain}>`
      const mail = {
        messageId,
        from,
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        ...(document && { attachments: [{ filename: document.filename, content: document.body }] }),
      }
      try {
        await transport.sendMail(mail)
        return messageId
      } catch (error) {
        throw new ChannelError(faultOf(error as SmtpError), codeOf(error as SmtpError))
      }
    },
    inTurn: createTurns(connections, patienceMs),
    close: () => transport.close(),
  }
}

/**
 * So many at once. Who has waited for too long gives up without having begun: its lease must not end while it waits for a
 * server that is slow.
 */
function createTurns(most: number, patienceMs: number) {
  const waiting = new Set<() => void>()
  let underWay = 0
  const turn = () =>
    new Promise<void>((go, giveUp) => {
      const begin = () => {
        clearTimeout(timer)
        go()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        giveUp(new ChannelError('transient', 'The mail server is slow, and all connections are taken.'))
      }, patienceMs)
      waiting.add(begin)
    })
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (underWay < most) underWay++
    else await turn()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else underWay--
    }
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

/** Only the codes (RFC 5321, 3463): servers repeat addresses in their texts, in another case at that. */
export function codeOf({ code, responseCode, response = '' }: SmtpError): string {
  if (!responseCode) return `SMTP ${/^[A-Z]+$/.test(code ?? '') ? code : 'failure'}`
  const [, enhanced] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return ['SMTP', responseCode, enhanced].filter(Boolean).join(' ')
}

/** Sorts nodemailer's errors; codes as measured against a real server. */
export function faultOf({ code, responseCode, command }: SmtpError): Fault {
  if (code === 'EAUTH') return 'configuration'
  // a refusal of this recipient or this message is final; one of us, the sender, is for the owner to mend
  const ofTheMessage = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE'
  if (responseCode && responseCode >= 500) return ofTheMessage ? 'permanent' : 'configuration'
  if (responseCode) return 'transient'
  if (code === 'EENVELOPE' && command === 'API') return 'permanent'
  // a connection lost after DATA looks like one lost before it
  return code === 'ECONNECTION' ? 'ambiguous' : 'transient'
}
