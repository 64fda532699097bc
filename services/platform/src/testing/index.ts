export { createTestDatabase, statementsOf, type TestDatabase } from './database.ts'
export { givenEvents } from './decider.ts'
export { testKeyring } from './keyring.ts'
export * from './pictures.ts'
export { readPages } from './readPages.ts'
export { type S3Server, startS3 } from './s3.ts'
export {
  type ServiceUnderTest,
  staff,
  startServiceForTest,
  testMetadata,
} from './service.ts'
export { type Mail, type SmtpPeer, startSmtpPeer } from './smtp.ts'
export { setTimer } from './timer.ts'
