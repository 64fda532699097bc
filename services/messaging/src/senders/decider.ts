import { refuseField, rejection } from '@plumbline/platform/errors'
import type { Decider } from '@plumbline/platform/event-store'
import {
  type LeadMailChanges,
  type MailSenderChanges,
  type MessageType,
  noFromAddress,
  type SmsSenderChanges,
} from '../api.ts'
import type { MailSenderFields, SecretName, SenderEvent } from '../events.ts'

/** What is set of what sends, without its secrets. */
export type SendersState = {
  email: Partial<MailSenderFields>
  sms: { from?: string }
  leadsTo: string | null
  /** Of which a value is stored. */
  secrets: readonly SecretName[]
}

/** Environment variables that set a field, by `email.host`; they have precedence. */
export type Locked = { locked: Readonly<Record<string, string>> }
export type SendersCommand =
  | ({ type: 'ChangeMail'; changes: MailSenderChanges } & Locked)
  | ({ type: 'ChangeSms'; changes: SmsSenderChanges } & Locked)
  | ({ type: 'ChangeLeadMail'; changes: LeadMailChanges } & Locked)
  | { type: 'RemoveSender'; channel: MessageType }

export const secretsOf: Record<MessageType, readonly SecretName[]> = {
  email: ['password'],
  sms: ['accountSid', 'authToken'],
}

function refuseLocked(section: string, changes: object, { locked }: Locked): void {
  for (const [field, value] of Object.entries(changes)) {
    const variable = locked[`${section}.${field}`]
    if (!variable || value === undefined) continue
    const message = `This is set by ${variable} on the server, and can be changed only there.`
    throw rejection('conflict', message, { fields: { [field]: message } })
  }
}

/** Fields that are given and differ; what is empty is null. */
const different = (changes: object, before: object) =>
  Object.fromEntries(
    Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, value === '' ? null : value])
      .filter(([name, value]) => value !== ((before as Record<string, unknown>)[name as string] ?? null)),
  )

/** Names of secrets that are given; their values are no part of an event. */
const secretChanges = (changes: Partial<Record<SecretName, string | null>>) => {
  const names = (test: (value: string | null | undefined) => boolean) =>
    (Object.keys(changes) as SecretName[]).filter((name) => test(changes[name]))
  const [set, removed] = [names((value) => typeof value === 'string'), names((value) => value === null)]
  return {
    ...(set.length > 0 && { secretsSet: set }),
    ...(removed.length > 0 && { secretsRemoved: removed }),
  }
}

/** Whether a change needs the password again: it was given for its server and its user, and not to be sent in clear text. */
const needsPassword = ({ host, user, encryption }: Partial<Record<string, string | number | null>>) =>
  host || user || encryption === 'none'

/** What sends mail and SMS, as the owner sets it. */
export const sendersDecider: Decider<SendersState, SendersCommand, SenderEvent> = {
  initialState: () => ({ email: {}, sms: {}, leadsTo: null, secrets: [] }),
  decide: (command, state, { now: changedAt }) => {
    switch (command.type) {
      case 'ChangeMail': {
        const { password, ...changes } = command.changes
        refuseLocked('email', command.changes, command)
        const fields = different(changes, state.email)
        const { host, user, fromAddress } = { ...state.email, ...fields } as Partial<
          Record<string, string | null>
        >
        const isOutdated =
          password === undefined && state.secrets.includes('password') && needsPassword(fields)
        if (isOutdated && user) refuseField('password', 'Enter the password again for this server')
        // a server without a user is sent none, and the one that is stored is forgotten
        const secrets = secretChanges({ password: isOutdated ? null : password })
        if (host && !fromAddress && !command.locked['email.fromAddress'])
          refuseField('fromAddress', noFromAddress)
        return isEmpty(fields) && isEmpty(secrets)
          ? []
          : [{ type: 'MailSenderSet', data: { ...fields, ...secrets, changedAt } }]
      }
      case 'ChangeSms': {
        const { accountSid, authToken, ...changes } = command.changes
        refuseLocked('sms', command.changes, command)
        const fields = different(changes, state.sms)
        const secrets = secretChanges({ accountSid, authToken })
        return isEmpty(fields) && isEmpty(secrets)
          ? []
          : [{ type: 'SmsSenderSet', data: { ...fields, ...secrets, changedAt } }]
      }
      case 'ChangeLeadMail': {
        const { to } = command.changes
        refuseLocked('leads', command.changes, command)
        return to === state.leadsTo ? [] : [{ type: 'LeadMailSet', data: { to, changedAt } }]
      }
      case 'RemoveSender': {
        const { channel } = command
        const isSet =
          !isEmpty(state[channel]) || secretsOf[channel].some((name) => state.secrets.includes(name))
        return isSet ? [{ type: 'SenderRemoved', data: { channel, changedAt } }] : []
      }
    }
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'MailSenderSet':
      case 'SmsSenderSet': {
        const { changedAt: _, secretsSet = [], secretsRemoved = [], ...fields } = event.data
        const section = event.type === 'MailSenderSet' ? 'email' : 'sms'
        const after = Object.entries({ ...state[section], ...fields }).filter(([, value]) => value !== null)
        const secrets = new Set([...state.secrets, ...secretsSet])
        for (const name of secretsRemoved) secrets.delete(name)
        return { ...state, [section]: Object.fromEntries(after), secrets: [...secrets] }
      }
      case 'LeadMailSet':
        return { ...state, leadsTo: event.data.to }
      case 'SenderRemoved': {
        const { channel } = event.data
        const secrets = state.secrets.filter((name) => !secretsOf[channel].includes(name))
        return { ...state, [channel]: {}, secrets }
      }
    }
  },
}

const isEmpty = (fields: object) => Object.keys(fields).length === 0
