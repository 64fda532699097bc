export { createTestDatabase, type TestDatabase } from './database.ts'
export { given } from './decider.ts'
export { type Mail, type SmtpPeer, startSmtpPeer } from './smtp.ts'
