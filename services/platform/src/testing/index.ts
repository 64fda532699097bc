import { createKeyring } from '../event-store/index.ts'

export { createTestDatabase, statementsOf, type TestDatabase } from './database.ts'
export { given } from './decider.ts'
export { shapeOf } from './shape.ts'
export { type Mail, type SmtpPeer, startSmtpPeer } from './smtp.ts'

/** Seals and opens in tests; every test run has the same. */
export const testKeyring = createKeyring(Buffer.alloc(32, 7))
