import type { Delivery } from '../delivery/ledger.ts'

/** What goes with an e-mail. */
export type Document = { filename: string; body: Buffer }

/** How many deliveries are on their way at once. */
export const abreast = 40

/** A way to reach people. Answers the provider's id; throws a `ChannelError` when it did not work. */
export type Channel = {
  send: (delivery: Delivery, document?: Document) => Promise<string>
  /** Waits for a free connection. What is checked in `work`, before it sends, is checked right before it goes out. */
  inTurn?: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * What the provider took since then that may be this delivery. Channels that have it never send again what may
   * have gone out without asking first; the others mark repeats so that receivers fold them together.
   */
  find?: (delivery: Delivery, since: Date) => Promise<string[]>
  close: () => void
}

export type Channels = Readonly<Record<Delivery['channel'], Channel>>

/**
 * `permanent`: this recipient will never work. `transient`: try again later. `ambiguous`: it may have
 * gone out. `configuration`: nothing goes out until somebody mends the settings.
 */
export type Fault = 'permanent' | 'transient' | 'ambiguous' | 'configuration'

export class ChannelError extends Error {
  override name = 'ChannelError'
  readonly fault: Fault
  /** What staff are told when it is final. */
  readonly reason: string | undefined
  /** `message` is kept in the ledger, the queue and the log: codes and words of ours, nothing that another server said. */
  constructor(fault: Fault, message: string, cause?: unknown, reason?: string) {
    super(message, { cause })
    this.fault = fault
    this.reason = reason
  }
}
