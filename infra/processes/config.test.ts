import { expect, it } from 'vitest'
import { readConfig, settingsOf } from './config.ts'

const addressOf = (PUBLIC_URL: string, more = {}) => readConfig({ PUBLIC_URL, ...more }).publicUrl

it.each(['https://office.example', 'http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])(
  'passwords do not travel in the clear: %s',
  (address) => {
    expect(addressOf(address)).toBe(address)
  },
)

it.each([
  'http://office.example',
  'http://192.168.1.20:3000',
  'http://127.0.0.1.example',
  'http://localhost.example',
])('an address that carries passwords in the clear is used only where that is meant: %s', (address) => {
  expect(() => addressOf(address)).toThrow('PUBLIC_URL must be https')
  expect(addressOf(address, { ALLOW_HTTP: 'on' })).toBe(address)
})

it('the link in mails to the owner is a URL, also on an IPv6 address', () => {
  const { publicUrl } = settingsOf(readConfig({ HOST: '::1', PORT: '3100' }))
  expect(new URL(publicUrl).origin).toBe('http://[::1]:3100')
})
