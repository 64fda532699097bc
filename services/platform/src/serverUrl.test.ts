import { expect, it } from 'vitest'
import { serverUrl } from './serverUrl.ts'

it.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['192.168.1.20', 'http://192.168.1.20:3000'],
  ['office.example', 'http://office.example:3000'],
])('a server that listens on %s is at %s', (host, url) => {
  expect(serverUrl(host, 3000)).toBe(url)
  expect(new URL(url).port).toBe('3000')
})
