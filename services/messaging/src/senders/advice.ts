import type { MessageType } from '../api.ts'

const mailAdvice: readonly (readonly [code: RegExp, advice: string])[] = [
  [/^SMTP (EAUTH|53[45]|454)/, 'The server refused the user name or the password.'],
  [/^SMTP (EDNS|ENOTFOUND|EAI_AGAIN)/, 'There is no server with this name.'],
  [/^SMTP ECONNREFUSED/, 'The server refused the connection. Check the port.'],
  [/^SMTP (EHOSTUNREACH|ENETUNREACH)/, 'The server cannot be reached from here.'],
  [/^SMTP ECERT/, 'The certificate of the server is not valid for this name.'],
  [/^SMTP ETLS/, 'The server does not speak this encryption. Check encryption and port.'],
  [/^SMTP EGUARDED/, 'This name leads to an address that is not that of a mail server.'],
  [/^SMTP (ETIMEDOUT|EABORT)/, 'The server did not answer in time. Check host, port and encryption.'],
  [/^SMTP 530/, 'The server wants a user name and a password.'],
  [/^SMTP \d/, 'The server refused the message. Check the From address, and to whom it goes.'],
]

const smsAdvice: readonly (readonly [code: RegExp, advice: string])[] = [
  [/answered (401|403)|code (20003|20404)$/, 'The provider refused the account or the auth token.'],
  [/code (21212|21606|21659|21660|30034)$/, 'The provider does not send from this number.'],
  [/code (21211|21614|21408|30003|30006)$/, 'The provider does not send to this number.'],
  [/^no account/, 'The account is not stored any more. Enter account SID and auth token again.'],
  [/^no answer/, 'The SMS provider cannot be reached.'],
  [/answered/, 'The provider refused the SMS.'],
]

/** What the owner can do about a test that failed with this code of the ledger. */
export const adviceOn = (channel: MessageType, code: string): string =>
  (channel === 'email' ? mailAdvice : smsAdvice).find(([pattern]) => pattern.test(code))?.[1] ??
  'There was no answer in time. Check what is set, and try again.'
