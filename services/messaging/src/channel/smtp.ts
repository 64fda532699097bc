import { createTransport } from 'nodemailer'
import { type Channel, ChannelError, type Fault } from './channel.ts'

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with user and password when the server needs them. */
  url: string
  from: { name: string; address: string }
  /** How long a mail waits for a free connection. */
  queueTimeoutMs?: number
}

const maxConnections = 3

// a server answers at once or not at all, but may take long after the end of DATA (RFC 5321 allows minutes): to give up
// there means to send again what it already accepted
const timeouts = {
  connectionTimeout: 3_000,
  greetingTimeout: 3_000,
  socketTimeout: 60_000,
  dnsTimeout: 3_000,
}

/** Sends one recipient per mail; the Message-ID is the delivery's, so that receivers recognise a repeat. */
export function smtpChannel({ url, from, queueTimeoutMs = 30_000 }: SmtpOptions): Channel {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
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
        throw new ChannelError(classifySmtpError(error as SmtpError), smtpCode(error as SmtpError))
      }
    },
    withConnection: createConnectionLimit(maxConnections, queueTimeoutMs),
    close: () => transport.close(),
  }
}

/**
 * Runs so many at once. Work that waits too long is rejected before it begins: the lease of its delivery must not end while
 * it waits for a slow server.
 */
function createConnectionLimit(maxRunning: number, queueTimeoutMs: number) {
  const waiting = new Set<() => void>()
  let runningCount = 0
  const waitForConnection = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(new ChannelError('transient', 'The mail server is slow, and all connections are taken.'))
      }, queueTimeoutMs)
      waiting.add(begin)
    })
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (runningCount < maxRunning) runningCount++
    else await waitForConnection()
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else runningCount--
    }
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; response?: string; command?: string }

/** Only the codes (RFC 5321, 3463): servers repeat addresses in their texts, in another case too. */
export function smtpCode({ code, responseCode, response = '' }: SmtpError): string {
  if (!responseCode) return `SMTP ${/^[A-Z]+$/.test(code ?? '') ? code : 'failure'}`
  const [, enhanced] = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response) ?? []
  return ['SMTP', responseCode, enhanced].filter(Boolean).join(' ')
}

/** Codes of nodemailer as measured against a real server. */
export function classifySmtpError({ code, responseCode, command }: SmtpError): Fault {
  if (code === 'EAUTH') return 'configuration'
  // a refusal of this recipient or this message is final; a refusal of the sender is a matter of settings
  const isAboutMessage = command === 'RCPT TO' || command === 'DATA' || code === 'EMESSAGE'
  if (responseCode && responseCode >= 500) return isAboutMessage ? 'permanent' : 'configuration'
  if (responseCode) return 'transient'
  if (code === 'EENVELOPE' && command === 'API') return 'permanent'
  // a connection lost after DATA looks like one lost before it
  return code === 'ECONNECTION' ? 'ambiguous' : 'transient'
}
