import type { MessageType } from '../api.ts'

/** What goes with an email. */
export type Document = { filename: string; body: Buffer }

export const maxConcurrentSends = 40

/** What is sent to one recipient. */
export type Outgoing = {
  /** Of the delivery. */
  id: string
  channel: MessageType
  dataSubject: string
  recipient: string
  /** Of an email, as is `html`; empty in an SMS. */
  subject: string
  text: string
  html: string
  cause?: string | null
  /** Of an email: who writes it, where that differs from what the channel was opened with. */
  sender?: { name: string; email?: string }
  /** A call to the provider is broken off then. */
  deadline: AbortSignal
}

/** A way to send messages. */
export type Channel = {
  /** Answers the provider's id. @throws ChannelError */
  send: (outgoing: Outgoing, document?: Document) => Promise<string>
  /** Runs `work`, which checks and sends, once a connection is free. So nothing changes between check and sending. */
  withConnection?: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * The ids of what the provider accepted since then that may be this delivery. A channel that has it is asked before an
   * ambiguous attempt is repeated; the others mark repeats so that receivers can recognise them.
   */
  find?: (outgoing: Outgoing, since: Date) => Promise<string[]>
  close: () => void
}

export type Channels = Readonly<Record<MessageType, Channel>>

/**
 * `permanent`: will never work for this recipient. `transient`: try again later. `ambiguous`: it may have been sent.
 * `configuration`: nothing can be sent before the settings are corrected.
 */
export type Fault = 'permanent' | 'transient' | 'ambiguous' | 'configuration'

export class ChannelError extends Error {
  override name = 'ChannelError'
  readonly fault: Fault
  /** For staff, when it is final. */
  readonly reason: string | undefined
  /** `message` is stored in ledger, queue and log: our words and codes only, no text of another server. */
  constructor(fault: Fault, message: string, cause?: unknown, reason?: string) {
    super(message, { cause })
    this.fault = fault
    this.reason = reason
  }
}
