import { expect } from 'vitest'
import { type Decider, type DecisionContext, type DomainEvent, fold } from '../event-store/index.ts'

/**
 * Given past events, when a command arrives, then these events (or this refusal) come out.
 * @example givenEvents(appointment, [scheduled], { id: 7, now }).when(cancel).thenEvents([cancelled])
 */
export const givenEvents = <State, Command, Event extends DomainEvent>(
  decider: Decider<State, Command, Event>,
  history: readonly Event[],
  context: DecisionContext,
) => ({
  when: (command: Command) => {
    const decide = () => decider.decide(command, fold(decider, history), context)
    return {
      thenEvents: (events: readonly Event[]) => expect(decide()).toEqual(events),
      thenRefused: (message: string | RegExp) => expect(decide).toThrow(message),
    }
  },
})
