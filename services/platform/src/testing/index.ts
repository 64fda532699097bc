export { createTestDatabase, type TestDatabase } from './database.ts'
export { given } from './decider.ts'
