import { givenEvents } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import type { MailSenderChanges } from '../api.ts'
import type { SenderEvent } from '../events.ts'
import { sendersDecider } from './decider.ts'

const now = '2026-11-27T15:00:00.000Z'
const server = { host: 'smtp.example.com', user: 'desk', fromAddress: 'desk@sons.example' }
const mailSet = (data: object): SenderEvent => ({ type: 'MailSenderSet', data: { ...data, changedAt: now } })
const stored = mailSet({ ...server, secretsSet: ['password'] })
const change = (changes: MailSenderChanges, ...history: SenderEvent[]) =>
  givenEvents(sendersDecider, history, { id: 1, now }).when({ type: 'ChangeMail', changes, locked: {} })

describe('the mail password that is stored', () => {
  const again = 'Enter the password again for this server'

  it('is sent to no other server, for no other user and not in clear text, unless it is given again', () => {
    const others = [{ host: 'mx.evil.example' }, { user: 'another' }, { encryption: 'none' }] as const
    for (const changes of others satisfies readonly MailSenderChanges[]) {
      change(changes, stored).thenRefused(again)
      change({ ...changes, password: 'p4ss' }, stored).thenEvents([
        mailSet({ ...changes, secretsSet: ['password'] }),
      ])
      change({ ...changes, password: null }, stored).thenEvents([
        mailSet({ ...changes, secretsRemoved: ['password'] }),
      ])
    }
  })

  it('is forgotten, not asked for, where the other server has no user, and goes to none with a later one', () => {
    const gone = mailSet({ host: 'mx.example.com', user: null, secretsRemoved: ['password'] })
    change({ host: 'mx.example.com', user: '' }, stored).thenEvents([gone])
    change({ host: 'mx.example.com' }, stored, mailSet({ user: null })).thenEvents([
      mailSet({ host: 'mx.example.com', secretsRemoved: ['password'] }),
    ])
    change({ user: 'desk' }, stored, gone).thenEvents([mailSet({ user: 'desk' })])
    // at its own server, too, another user may be meant
    change({ user: 'desk' }, stored, mailSet({ user: null })).thenRefused(again)
  })

  it('stays with what sends it no more openly, and none is asked for where none is stored', () => {
    change({ encryption: 'tls', user: 'desk' }, stored).thenEvents([mailSet({ encryption: 'tls' })])
    change({ user: null }, stored).thenEvents([mailSet({ user: null })])
    change({ fromName: 'Ann' }, stored, mailSet({ encryption: 'none' })).thenEvents([
      mailSet({ fromName: 'Ann' }),
    ])
    change({ encryption: 'none' }, mailSet(server)).thenEvents([mailSet({ encryption: 'none' })])
  })
})
