import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { createKeyring, erased, openFields, sealFields } from './personal.ts'

const keyring = createKeyring(randomBytes(32))
const subject = 'lead-7'
const wrapped = keyring.newKey(subject).toString('base64')
const context = 'lead-7|LeadReceived'
const data = { leadId: 7, firstName: 'Zoë "Z" O’Hara', email: 'zoe@example.com', note: null }
const sealed = sealFields(keyring, { subject, wrapped, context }, data, ['firstName', 'email', 'note'])

it('what is sealed shows nothing and opens to what it was', () => {
  expect(JSON.stringify(sealed)).not.toMatch(/Zoë|O’Hara|zoe@|@example/)
  expect(sealed).toMatchObject({ leadId: 7, note: null })
  expect(openFields(keyring, { subject, wrapped, context }, sealed)).toEqual(data)
})

it('without the person’s key it reads erased, without a keyring sealed', () => {
  const open = { leadId: 7, note: null }
  expect(openFields(keyring, { subject, wrapped: null, context }, sealed)).toEqual({
    ...open,
    firstName: erased,
    email: erased,
  })
  expect(openFields(undefined, { subject, wrapped, context }, sealed)).toEqual({
    ...open,
    firstName: '[sealed]',
    email: '[sealed]',
  })
})

it('a box moved to another event, another person’s key and another master key open nothing', () => {
  const other = keyring.newKey('lead-8').toString('base64')
  const stranger = createKeyring(randomBytes(32))
  const opening = (ring: typeof keyring, by: { subject: string; wrapped: string; context: string }) => () =>
    openFields(ring, by, sealed)
  expect(opening(keyring, { subject, wrapped, context: 'lead-8|LeadReceived' })).toThrow()
  expect(opening(keyring, { subject: 'lead-8', wrapped: other, context })).toThrow()
  expect(opening(keyring, { subject: 'lead-8', wrapped, context })).toThrow()
  expect(opening(createKeyring(randomBytes(32)), { subject, wrapped, context })).toThrow()
  expect(opening(stranger, { subject, wrapped, context })).toThrow()
})

it('a changed byte is noticed', () => {
  const { box, fields } = sealed.$sealed as { box: string; fields: string[] }
  const bytes = Buffer.from(box, 'base64')
  bytes[14] = (bytes[14] as number) ^ 1
  const tampered = { ...sealed, $sealed: { fields, box: bytes.toString('base64') } }
  expect(() => openFields(keyring, { subject, wrapped, context }, tampered)).toThrow()
})

it('data without any of the fields stays as it is', () => {
  expect(sealFields(keyring, { subject, wrapped, context }, { leadId: 7 }, ['email'])).toEqual({ leadId: 7 })
})
