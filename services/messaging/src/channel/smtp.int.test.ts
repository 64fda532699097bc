import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Channel } from './channel.ts'
import { smtpChannel } from './smtp.ts'

const from = { name: 'Plumbline', address: 'hello@plumbline.example' }
const hello = {
  id: 'd1',
  channel: 'email',
  about: 'customer-1',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
} as const

let smtp: SmtpPeer
let channel: Channel
beforeAll(async () => {
  smtp = await startSmtpPeer()
  channel = smtpChannel({ url: smtp.url, from })
})
afterAll(async () => {
  channel.close?.()
  await smtp.stop()
})

const send = (recipient: string, subject = 'Hello') => channel.send({ ...hello, recipient, subject })

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

it('a mail that finds no free connection in time is not begun, and the next ones go out', async () => {
  const held: (() => void)[] = []
  const slow = await startSmtpPeer({
    onData: (stream, _session, taken) => {
      stream.resume()
      if (held.length < 3) held.push(() => taken())
      else taken()
    },
  })
  const hurried = smtpChannel({ url: slow.url, from, patienceMs: 200 })
  const inTurn = hurried.inTurn as NonNullable<typeof hurried.inTurn>
  const mail = (n: number) =>
    inTurn(() => hurried.send({ ...hello, id: `d${n}`, recipient: `ann${n}@example.test` }))
  const first = [1, 2, 3].map(mail)
  await expect.poll(() => held.length).toBe(3)
  const late = mail(4)
  await expect(late).rejects.toMatchObject({ fault: 'transient', message: /connections are taken/ })
  const patient = mail(5)
  for (const release of held) release()
  expect(await Promise.all([...first, patient])).toHaveLength(4)
  expect(await mail(6)).toContain('d6')
  hurried.close()
  await slow.stop()
})
