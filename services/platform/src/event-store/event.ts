/** What a service's `events.ts` describes: a name in the past tense and plain data. */
export type DomainEvent = { type: string; data: unknown }

/** Who caused it and through which request; stored beside every event. */
export type Metadata = {
  actor: string
  /** The name of a user who did it, as it was then. */
  actorName?: string
  requestId: string
  /** Of the caller's address, keyed; see `hashAddress`. */
  addressHash?: string
  /** Marks events made to show the product, so that reactors leave people alone. */
  demo?: boolean
  /** The trace that it was appended in (W3C), when one is kept. */
  traceparent?: string
}

export type Recorded<Event extends DomainEvent = DomainEvent> = Event & {
  id: string
  stream: string
  version: number
  /** Place in the whole log; compare as bigint. */
  position: bigint
  /** When it was stored, ISO 8601 in UTC; when it happened is the event's own to say. */
  recordedAt: string
  metadata: Metadata
  /** Its person has been erased; what was personal reads `[erased]`. */
  erased?: true
}
