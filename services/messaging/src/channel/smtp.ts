import { createTransport } from 'nodemailer'
import { type Channel, ChannelError, type Fault, type Outgoing } from './channel.ts'
import { refuseGuardedHost } from './guardedHost.ts'

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with user and password when the server needs them. */
  url: string
  from: { name: string; address: string }
  /** Where people of the business read mail, when the sender's address is another one. */
  replyTo?: string
  /** Whether the connection has to be encrypted, or must not be; as the server offers without it. */
  tls?: 'required' | 'none'
  /** Instead of the name and the address of the business. */
  ownName?: string
  ownReplyTo?: string
  /** A host that a user typed: it must not lead to an address that answers to machines of its own network alone. */
  guardedHost?: string
  /** How long a mail waits for a free connection. */
  queueTimeoutMs?: number
}

const maxConnections = 3

// a server answers at once or not at all, but may take long after the end of DATA (RFC 5321 allows minutes): to give up
// there means to send again what it already accepted. These start again with every byte; the deadline of the attempt ends the call
const timeouts = {
  connectionTimeout: 3_000,
  greetingTimeout: 3_000,
  socketTimeout: 60_000,
  dnsTimeout: 3_000,
  // a connection that is given up sends nothing more
  socketCloseTimeout: 0,
}

/** Sends one recipient per mail; the Message-ID is the delivery's, so that receivers recognise a repeat. */
export function smtpChannel({
  url,
  from,
  replyTo: configuredReplyTo = from.address,
  tls,
  ownName,
  ownReplyTo,
  guardedHost,
  queueTimeoutMs = 30_000,
}: SmtpOptions): Channel {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections,
    ...timeouts,
    ...(tls === 'required' && { requireTLS: true }),
    ...(tls === 'none' && { ignoreTLS: true }),
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.split('@').at(-1)
  return {
    send: async ({ id, recipient, subject, text, html, cause, dataSubject, sender, deadline }, document) => {
      const messageId = `<${id}@${domain}>`
      const replyTo = ownReplyTo ?? sender?.email ?? configuredReplyTo
      const mail = {
        messageId,
        from: { ...from, name: ownName ?? sender?.name ?? from.name },
        to: { name: '', address: recipient },
        subject,
        text,
        html,
        ...(replyTo !== from.address && { replyTo }),
        headers: automaticHeaders({ cause, dataSubject }, replyTo),
        ...(document && { attachments: [{ filename: document.filename, content: document.body }] }),
        signal: deadline,
      }
      if (guardedHost) await refuseGuardedHost(guardedHost)
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

// a delivery of an early release does not say which customer it is about
const isToCustomer = (dataSubject: string | null) => dataSubject?.startsWith('customer-')

/** Headers that keep away-notices from answering automatic mail (RFC 3834), and that say how to refuse it (RFC 2369). */
const automaticHeaders = (
  { cause, dataSubject }: Pick<Outgoing, 'cause' | 'dataSubject'>,
  replyTo: string,
): Record<string, string> => ({
  ...(cause !== 'staff' && { 'Auto-Submitted': 'auto-generated' }),
  ...(cause !== 'staff' &&
    isToCustomer(dataSubject) && { 'List-Unsubscribe': `<mailto:${replyTo}?subject=Unsubscribe>` }),
})

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

type SmtpError = Error & {
  code?: string
  responseCode?: number
  response?: string
  command?: string
  timeoutType?: string
}

const enhancedCode = (response: string) => /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})\b/.exec(response)?.[1]

/** What the client says of a connection in words only. */
function connectionCode(message: string): string | undefined {
  const [code] = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN/.exec(message) ?? []
  if (code) return code
  if (/certificate|altname/i.test(message)) return 'ECERT'
  return /wrong version number|STARTTLS|\bTLS\b|\bSSL\b/.test(message) ? 'ETLS' : undefined
}

/** Only the codes (RFC 5321, 3463): servers repeat addresses in their texts, in another case too. */
export function smtpCode({ code, responseCode, response = '', message }: SmtpError): string {
  if (code === 'ETLS') return `SMTP ${code}`
  if (!responseCode)
    return `SMTP ${connectionCode(message) ?? (/^[A-Z]+$/.test(code ?? '') ? code : 'failure')}`
  return ['SMTP', responseCode, enhancedCode(response)].filter(Boolean).join(' ')
}

// RFC 3463: bad, disabled or full mailboxes, and domains without mail; but neither the sender's address nor Exchange's
// codes of three digits for mailboxes of the sender
const aboutRecipient = /^5\.(1\.([0-69]|10)|2\.[1-4]|4\.(1|4|310))$/
// too large, or nothing that can be converted
const aboutMessage = /^5\.(3\.4|6\.\d+)$/
const noSuchMailbox = new Set([550, 551, 552, 553, 556])
// a refusal without an enhanced code says what it is about in words only
const aboutSender =
  /limit|quota|rate|too many|relay|spam|policy|blocked|denied|authent|sender|suspended|reputation|listed/i

/** Codes of nodemailer as measured against a real server. */
export function classifySmtpError({
  code,
  responseCode,
  response = '',
  command,
  timeoutType,
}: SmtpError): Fault {
  if (code === 'EAUTH') return 'configuration'
  if (responseCode && responseCode >= 500) {
    // what is about the sender, a quota or a policy is not about this recipient: it waits
    if (command === 'MAIL FROM' || command === 'CONN') return 'configuration'
    const enhanced = enhancedCode(response)
    const isFinal = enhanced
      ? aboutRecipient.test(enhanced) || aboutMessage.test(enhanced)
      : command === 'RCPT TO' && noSuchMailbox.has(responseCode) && !aboutSender.test(response)
    return isFinal ? 'permanent' : 'configuration'
  }
  if (responseCode) return 'transient'
  if (code === 'EENVELOPE' && command === 'API') return 'permanent'
  // a connection that was lost or given up after DATA looks like one before it
  const isOpen = code === 'ECONNECTION' || code === 'EABORT' || timeoutType === 'SOCKET_TIMEOUT'
  return isOpen ? 'ambiguous' : 'transient'
}
