import { createTransport } from 'nodemailer'
import { type Channel, ChannelError, type Fault } from './channel.ts'

export type SmtpOptions = {
  /** `smtp://` or `smtps://`, with user and password when the server wants them. */
  url: string
  from: { name: string; address: string }
}

// a server that is there answers at once, but may take its time over the end of DATA (RFC 5321 allows minutes):
// giving up there means sending again what it already took
const timeouts = {
  connectionTimeout: 3_000,
  greetingTimeout: 3_000,
  socketTimeout: 60_000,
  dnsTimeout: 3_000,
}

/** Sends one recipient per mail; the Message-ID is the delivery's, so that a repeat is recognisable. */
export function smtpChannel({ url, from }: SmtpOptions): Channel {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 3,
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = from.address.split('@').at(-1)
  return {
    send: async ({ id, recipient, subject, text, html }, document) => {
      const messageId = `<${id}@${domain}>`
      try {
        await transport.sendMail({
          messageId,
          from,
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          ...(document && { attachments: [{ filename: document.filename, content: document.body }] }),
        })
        return messageId
      } catch (error) {
        throw new ChannelError(faultOf(error as SmtpError), (error as Error).message, error)
      }
    },
    close: () => transport.close(),
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string }

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
