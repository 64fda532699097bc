import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKeyring } from './keyring.ts'
import { decryptFields, encryptFields, erased } from './personalFields.ts'

const keyring = createKeyring(randomBytes(32))
const subject = 'lead-7'
const key = keyring.createDataKey(subject)
const { wrapped } = key
const context = 'lead-7|LeadReceived'
const data = { leadId: 7, firstName: 'Zoë "Z" O’Hara', email: 'zoe@example.com', note: null }
const encrypted = encryptFields(keyring, { key, context }, data, ['firstName', 'email', 'note'])

it('encrypted fields are unreadable and decrypt to their original values', () => {
  expect(JSON.stringify(encrypted)).not.toMatch(/Zoë|O’Hara|zoe@|@example/)
  expect(encrypted).toMatchObject({ leadId: 7, note: null })
  expect(decryptFields(keyring, { subject, wrapped, context }, encrypted)).toEqual(data)
})

it('fields read [erased] without the person’s key and [sealed] without a keyring', () => {
  const open = { leadId: 7, note: null }
  expect(decryptFields(keyring, { subject, wrapped: null, context }, encrypted)).toEqual({
    ...open,
    firstName: erased,
    email: erased,
  })
  expect(decryptFields(undefined, { subject, wrapped, context }, encrypted)).toEqual({
    ...open,
    firstName: '[sealed]',
    email: '[sealed]',
  })
})

it('a ciphertext does not decrypt in another event, with another person’s key or another master key', () => {
  const other = keyring.createDataKey('lead-8').wrapped
  const stranger = createKeyring(randomBytes(32))
  const decrypting =
    (ring: typeof keyring, by: { subject: string; wrapped: string; context: string }) => () =>
      decryptFields(ring, by, encrypted)
  expect(decrypting(keyring, { subject, wrapped, context: 'lead-8|LeadReceived' })).toThrow()
  expect(decrypting(keyring, { subject: 'lead-8', wrapped: other, context })).toThrow()
  expect(decrypting(keyring, { subject: 'lead-8', wrapped, context })).toThrow()
  expect(decrypting(createKeyring(randomBytes(32)), { subject, wrapped, context })).toThrow()
  expect(decrypting(stranger, { subject, wrapped, context })).toThrow()
})

it('a changed byte makes decryption fail', () => {
  const { box, fields } = encrypted.$sealed as { box: string; fields: string[] }
  const bytes = Buffer.from(box, 'base64')
  bytes[14] = (bytes[14] as number) ^ 1
  const tampered = { ...encrypted, $sealed: { fields, box: bytes.toString('base64') } }
  expect(() => decryptFields(keyring, { subject, wrapped, context }, tampered)).toThrow()
})

it('data without personal fields is not changed', () => {
  expect(encryptFields(keyring, { key, context }, { leadId: 7 }, ['email'])).toEqual({ leadId: 7 })
})
