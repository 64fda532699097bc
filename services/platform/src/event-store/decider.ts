import type { DomainEvent } from './event.ts'

/** The stream that a command is about, `<name>-<id>`, and when it is given, ISO 8601 in UTC. */
export type DecisionContext = { id: number; now: string }

/** The rules of one kind of stream, pure: no clock, no random, no I/O. `decide` throws a Rejection to refuse. */
export type Decider<State, Command, Event extends DomainEvent> = {
  initialState: () => State
  decide: (command: Command, state: State, context: DecisionContext) => Event[]
  evolve: (state: State, event: Event) => State
}

export const fold = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  events: readonly Event[],
): State => events.reduce(decider.evolve, decider.initialState())
