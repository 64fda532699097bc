import { startServiceForTest } from '@plumbline/platform/testing'
import { identity } from './service.ts'

export const startIdentity = () =>
  startServiceForTest(identity, { settings: { guessableNames: ['Plumbline'] } })
export type IdentityUnderTest = Awaited<ReturnType<typeof startIdentity>>

/** Where the commands of operators come from. */
export const operator = {
  metadata: { actor: 'operator', requestId: 'test' },
  now: new Date('2026-11-21T15:00:00Z'),
}
