import type { Delivery } from '../delivery.ts'

/** A way to reach people. Answers the provider's id; throws a `ChannelError` when it did not work. */
export type Channel = {
  send: (delivery: Delivery) => Promise<string>
  close: () => void
}

/**
 * `permanent`: this recipient will never work. `transient`: try again later. `ambiguous`: it may have
 * gone out. `configuration`: nothing goes out until somebody mends the settings.
 */
export type Fault = 'permanent' | 'transient' | 'ambiguous' | 'configuration'

export class ChannelError extends Error {
  override name = 'ChannelError'
  readonly fault: Fault
  constructor(fault: Fault, message: string, cause?: unknown) {
    super(message, { cause })
    this.fault = fault
  }
}
