import { type SmtpPeer, startSmtpPeer } from '@plumbline/platform/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Channel } from './channel.ts'
import { smtpChannel } from './smtp.ts'

const from = { name: 'Plumbline', address: 'hello@plumbline.example' }
const hello = {
  id: 'd1',
  channel: 'email',
  dataSubject: 'customer-1',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  deadline: AbortSignal.timeout(600_000),
} as const

let smtp: SmtpPeer
let channel: Channel
beforeAll(async () => {
  smtp = await startSmtpPeer()
  channel = smtpChannel({ url: smtp.url, from })
})
afterAll(async () => {
  channel.close()
  await smtp.stop()
})

const send = (recipient: string, subject = 'Hello') => channel.send({ ...hello, recipient, subject })

it('a mail goes to its one recipient', async () => {
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
])('an address cannot add a second recipient: %j', async (recipient) => {
  smtp.mails.length = 0
  await send(recipient).catch(() => {})
  expect(smtp.mails.flatMap(({ to }) => to).filter((it) => it === 'evil@example.test')).toEqual([])
  expect(smtp.mails.every(({ to }) => to.length === 1)).toBe(true)
})

it.each([
  ['staff', 'customer-1', undefined, undefined],
  [
    'appointment-reminder',
    'customer-1',
    'auto-generated',
    '<mailto:office@plumbline.example?subject=Unsubscribe>',
  ],
  [null, 'lead-1', 'auto-generated', undefined],
])(
  'a mail of %s about %s says whether it was written by itself, and how to refuse it',
  async (cause, dataSubject, submitted, unsubscribe) => {
    smtp.mails.length = 0
    const answered = smtpChannel({ url: smtp.url, from, replyTo: 'office@plumbline.example' })
    await answered.send({ ...hello, recipient: 'ann@example.test', cause, dataSubject })
    answered.close()
    const headers = smtp.mails[0]?.headers
    expect(headers?.['reply-to']).toBe('office@plumbline.example')
    expect(headers?.['auto-submitted']).toBe(submitted)
    expect(headers?.['list-unsubscribe']).toBe(unsubscribe)
  },
)

it('a subject cannot add a header', async () => {
  smtp.mails.length = 0
  await send('ann@example.test', 'Hello\r\nBcc: evil@example.test\r\n\r\nBody')
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ann@example.test']])
  expect(smtp.mails[0]?.text.trim()).toBe('Hello')
})

describe('a refusal', () => {
  const refusingAt = (step: 'RCPT' | 'DATA', text: string) => {
    const error = Object.assign(new Error(text.slice(4)), { responseCode: Number(text.slice(0, 3)) })
    return startSmtpPeer(
      step === 'RCPT'
        ? { onRcptTo: (_address, _session, done) => done(error) }
        : {
            onData: (stream, _session, done) => {
              stream.resume()
              stream.on('end', () => done(error))
            },
          },
    )
  }

  it.each([
    ['RCPT', '550 5.1.1 no such user', 'permanent', 'SMTP 550 5.1.1'],
    ['RCPT', '550 5.1.10 recipient not found', 'permanent', 'SMTP 550 5.1.10'],
    ['RCPT', '550 5.2.1 mailbox disabled', 'permanent', 'SMTP 550 5.2.1'],
    ['RCPT', '552 5.2.2 mailbox full', 'permanent', 'SMTP 552 5.2.2'],
    ['RCPT', '550 no such user here', 'permanent', 'SMTP 550'],
    ['DATA', '552 5.3.4 message too big', 'permanent', 'SMTP 552 5.3.4'],
    ['RCPT', '550 5.4.5 Daily user sending limit exceeded', 'configuration', 'SMTP 550 5.4.5'],
    ['DATA', '550 5.4.5 Daily user sending limit exceeded', 'configuration', 'SMTP 550 5.4.5'],
    ['DATA', '554 5.2.252 SendAsDenied', 'configuration', 'SMTP 554 5.2.252'],
    ['RCPT', '550 5.1.8 sender address rejected', 'configuration', 'SMTP 550 5.1.8'],
    ['RCPT', '554 5.7.1 relay access denied', 'configuration', 'SMTP 554 5.7.1'],
    ['DATA', '550 5.7.26 this mail is unauthenticated', 'configuration', 'SMTP 550 5.7.26'],
    ['RCPT', '550 relaying denied', 'configuration', 'SMTP 550'],
    ['RCPT', '550 daily sending quota exceeded', 'configuration', 'SMTP 550'],
    ['DATA', '554 message rejected', 'configuration', 'SMTP 554'],
    ['RCPT', '450 4.2.1 try again later', 'transient', 'SMTP 450 4.2.1'],
  ] as const)('at %s with %j is %s', async (step, text, fault, message) => {
    const peer = await refusingAt(step, text)
    const refused = smtpChannel({ url: peer.url, from })
    await expect(refused.send({ ...hello, recipient: 'ann@example.test' })).rejects.toMatchObject({
      fault,
      message,
    })
    refused.close()
    await peer.stop()
  })
})

it.each(['o&leary@example.test', 'sales/east@example.test', 'ann@bücher.example'])(
  'a mail to %s arrives',
  async (recipient) => {
    smtp.mails.length = 0
    await send(recipient)
    expect(smtp.mails.map(({ to }) => to)).toEqual([[recipient]])
  },
)

it('a mail that gets no free connection in time is not begun, and later mails are sent', async () => {
  smtp.mails.length = 0
  const busy = smtpChannel({ url: smtp.url, from, queueTimeoutMs: 200 })
  const withConnection = busy.withConnection as NonNullable<typeof busy.withConnection>
  const mail = (n: number) =>
    withConnection(() => busy.send({ ...hello, id: `d${n}`, recipient: `ann${n}@example.test` }))
  const others = Promise.withResolvers<void>()
  const held = [1, 2, 3].map(() => withConnection(() => others.promise))
  await expect(mail(4)).rejects.toMatchObject({ fault: 'transient', message: /connections are taken/ })
  const fifth = mail(5)
  others.resolve()
  await Promise.all([...held, fifth])
  expect(await mail(6)).toContain('d6')
  expect(smtp.mails.map(({ to }) => to)).toEqual([['ann5@example.test'], ['ann6@example.test']])
  busy.close()
})
