import { createKeyring } from '../encryption/index.ts'

export { createTestDatabase, statementsOf, type TestDatabase } from './database.ts'
export { given } from './decider.ts'
export { type Mail, type SmtpPeer, startSmtpPeer } from './smtp.ts'

/** Encrypts and decrypts in tests; every run has the same master key. */
export const testKeyring = createKeyring(Buffer.alloc(32, 7))
