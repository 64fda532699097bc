import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Channel } from './channel.ts'
import { smtpChannel } from './smtp.ts'

let smtp: SmtpPeer
let channel: Channel
beforeAll(async () => {
  smtp = await startSmtpPeer()
  channel = smtpChannel({ url: smtp.url, from: { name: 'Plumbline', address: 'hello@plumbline.example' } })
})
afterAll(async () => {
  channel.close?.()
  await smtp.stop()
})

const send = (recipient: string, subject = 'Hello') =>
  channel.send({
    id: 'd1',
    channel: 'email',
    about: 'customer-1',
    recipient,
    subject,
    text: 'Hello',
    html: '<p>Hello</p>',
  })

it('a mail goes to the one address it is for', async () => {
  await send('ann@example.test')
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ann@example.test']])
})

it.each([
  'ann@example.test, evil@example.test',
  'ann@example.test,evil@example.test',
  'ann@example.test;evil@example.test',
  'ann@example.test\r\nRCPT TO:<evil@example.test>',
  'ann@example.test> <evil@example.test',
  'Ann <ann@example.test>, evil@example.test',
])('no address reaches a second recipient: %j', async (recipient) => {
  smtp.mails.length = 0
  await send(recipient).catch(() => {})
  expect(smtp.mails.flatMap(({ to }) => to).filter((it) => it === 'evil@example.test')).toEqual([])
  expect(smtp.mails.every(({ to }) => to.length === 1)).toBe(true)
})

it('no subject adds a line', async () => {
  smtp.mails.length = 0
  await send('ann@example.test', 'Hello\r\nBcc: evil@example.test\r\n\r\nBody')
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ann@example.test']])
  expect(smtp.mails[0]?.text.trim()).toBe('Hello')
})
