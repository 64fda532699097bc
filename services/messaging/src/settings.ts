import type { Configured } from '@plumbline/business/directory'
import type { ServiceContext } from '@plumbline/platform/service'
import type { Document } from './channel/channel.ts'
import type { SmtpOptions } from './channel/smtp.ts'
import type { SmsOptions } from './channel/twilio.ts'
import type { AttachedDocument } from './events.ts'
import type { Sender } from './texts/templates.ts'

/** The part of the product's configuration that messaging needs. */
export type MessagingSettings = {
  /** Signs what customers get, as long as nothing is set. */
  business: Sender
  lockedBy?: Configured['lockedBy']
  /** The address of the product: for links, and the SMS provider signs what it sends there. */
  publicUrl: string
  /** Gets the mail about new leads, unless the owner sets another address. */
  ownerEmail: string
  /** The variables that set a part of the senders, by `email.host`; they have precedence over what the owner sets. */
  lockedSenders?: Readonly<Record<string, string>>
  /** From which address mail comes, where a variable says so. */
  mailFrom?: string
  /** Another address of the SMS provider, in tests and behind proxies. */
  twilioBaseUrl?: string
  /** Of variables. Without these and without what the owner sets, SMS are printed to the console; so are emails. */
  sms?: SmsOptions
  smtp?: SmtpOptions
  /** Multiplies the limits of SMS. */
  limitScale: number
  drawDocument?: DrawDocument
  pace?: Pace
}

/** Draws the document of an invoice or a quote. */
export type DrawDocument = (document: AttachedDocument) => Promise<Document>

/** Shorter waits, for tests. */
export type Pace = {
  /** How often the outbox relay looks for open deliveries. */
  sweepMs?: number
  /** How long a notice to a member gathers changes. */
  noticeMs?: number
  /** How long an attempt may take. */
  attemptMs?: number
  /** How long after an ambiguous outcome the provider is asked about it. */
  lookupSeconds?: number
}

export type MessagingContext = ServiceContext<MessagingSettings>
