import type { Decider } from '@plumbline/platform/event-store'
import type { SetupChange, SetupStep } from '../api.ts'
import type { SetupEvent } from '../events.ts'

export type SetupState = { skipped: readonly SetupStep[]; ended: boolean }
export type ChangeSetup = { type: 'ChangeSetup' } & SetupChange

/** How far the owner has come with making the product theirs. What is skipped once is not asked again. */
export const setupDecider: Decider<SetupState, ChangeSetup, SetupEvent> = {
  initialState: () => ({ skipped: [], ended: false }),
  decide: ({ skip, end }, { skipped, ended }, { now }) => [
    ...(skip && !skipped.includes(skip)
      ? [{ type: 'SetupStepSkipped' as const, data: { step: skip, skippedAt: now } }]
      : []),
    ...(end && !ended ? [{ type: 'SetupEnded' as const, data: { reason: end, endedAt: now } }] : []),
  ],
  evolve: (state, { type, data }) => {
    switch (type) {
      case 'SetupStepSkipped':
        return { ...state, skipped: [...state.skipped, data.step] }
      case 'SetupEnded':
        return { ...state, ended: true }
    }
  },
}
