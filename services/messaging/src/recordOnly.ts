import type { DomainEvent } from '@plumbline/platform/event-store'

/** Of streams that only record what happened; whether it may happen is known before. */
export const recordOnly = {
  initialState: () => null,
  decide: (events: readonly DomainEvent[]) => [...events],
  evolve: () => null,
}
