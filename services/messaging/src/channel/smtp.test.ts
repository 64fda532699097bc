import { expect, it } from 'vitest'
import { classifySmtpError } from './smtp.ts'

it.each([
  [{ code: 'EENVELOPE', responseCode: 550, command: 'RCPT TO' }, 'permanent'],
  [{ code: 'EENVELOPE', responseCode: 550, command: 'MAIL FROM' }, 'configuration'],
  [{ code: 'ECONNECTION', responseCode: 554, command: 'CONN' }, 'configuration'],
  [{ code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' }, 'configuration'],
  [{ code: 'EMESSAGE', responseCode: 554 }, 'configuration'],
  [{ code: 'EMESSAGE', responseCode: 552, response: '552 5.3.4 too large' }, 'permanent'],
  [{ code: 'EENVELOPE', responseCode: 451 }, 'transient'],
  [{ code: 'EAUTH', responseCode: 535 }, 'configuration'],
  [{ code: 'ESOCKET', command: 'CONN' }, 'transient'],
  [{ code: 'EDNS', command: 'CONN' }, 'transient'],
  [{ code: 'ECONNECTION', command: 'CONN' }, 'ambiguous'],
  [{ code: 'EABORT' }, 'ambiguous'],
  [{ code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'SOCKET_TIMEOUT' }, 'ambiguous'],
  [{ code: 'ETIMEDOUT', command: 'CONN', timeoutType: 'GREETING_TIMEOUT' }, 'transient'],
  [{ code: 'EENVELOPE', command: 'API' }, 'permanent'],
] as const)('the SMTP error %j is %s', (error, fault) => {
  expect(classifySmtpError(Object.assign(new Error('x'), error))).toBe(fault)
})
