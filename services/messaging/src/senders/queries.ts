import { createHash } from 'node:crypto'
import type { Db } from '@plumbline/platform/db'
import type { Keyring } from '@plumbline/platform/encryption'
import { fold, type Recorded, readStream, recordEtag } from '@plumbline/platform/event-store'
import type { MessageType, Senders } from '../api.ts'
import type { SmtpOptions } from '../channel/smtp.ts'
import type { SmsOptions } from '../channel/twilio.ts'
import type { SenderEvent } from '../events.ts'
import type { MessagingSettings } from '../settings.ts'
import { type SendersState, secretsOf, sendersDecider } from './decider.ts'
import { readSecrets, type Secrets } from './secrets.ts'

/** There is one set of senders in an installation. */
export const sendersId = 1
export const sendersStream = `senders-${sendersId}`

const readEvents = (db: Db) => readStream<SenderEvent>(db, sendersStream)

type Settings = Pick<
  MessagingSettings,
  'sms' | 'smtp' | 'mailFrom' | 'twilioBaseUrl' | 'ownerEmail' | 'lockedSenders' | 'business'
>

/** What is sent with; undefined: it is printed. */
export type Sending = { email?: SmtpOptions; sms?: SmsOptions }

type Readable = { db: Db; keyring: Keyring; settings: Settings }

/** What the next message is sent with: what a variable sets, or else the owner. */
export async function readSending({ db, keyring, settings }: Readable): Promise<Sending> {
  const [events, secrets] = await Promise.all([readEvents(db), readSecrets(db, keyring)])
  const state = fold(sendersDecider, events)
  return { email: mailOf(state, secrets, settings), sms: smsOf(state, secrets, settings) }
}

function mailOf(
  { email }: SendersState,
  { password }: Secrets,
  { smtp, mailFrom, business }: Settings,
): SmtpOptions | undefined {
  const { host, port, encryption = 'starttls', user = '', fromName, fromAddress, replyTo } = email
  const own = { ...(fromName && { ownName: fromName }), ...(replyTo && { ownReplyTo: replyTo }) }
  if (smtp) {
    const isSetHere = fromAddress !== undefined && !mailFrom
    return { ...smtp, ...(isSetHere && { from: { ...smtp.from, address: fromAddress } }), ...own }
  }
  const address = mailFrom ?? fromAddress
  if (!host || !address) return undefined
  const credentials = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}@` : ''
  const name = host.includes(':') ? `[${host}]` : host
  const scheme = encryption === 'tls' ? 'smtps' : 'smtp'
  return {
    url: `${scheme}://${credentials}${name}:${port ?? (encryption === 'tls' ? 465 : 587)}`,
    from: { name: business.name, address },
    ...(encryption === 'starttls' && { tls: 'required' as const }),
    ...(encryption === 'none' && { tls: 'none' as const }),
    guardedHost: host,
    ...own,
  }
}

function smsOf(
  { sms: { from }, secrets: set }: SendersState,
  { accountSid = '', authToken = '' }: Secrets,
  { sms, twilioBaseUrl }: Settings,
): SmsOptions | undefined {
  if (sms) return sms
  // of what was set, and is stored no more, sending fails: printed it would count as sent
  const isSet = secretsOf.sms.every((name) => set.includes(name))
  if (!from || (!isSet && !(accountSid && authToken))) return undefined
  return { accountSid, authToken, from, ...(twilioBaseUrl && { baseUrl: twilioBaseUrl }) }
}

/** Where mail about new leads goes. */
export async function readLeadMail(db: Db, { ownerEmail, lockedSenders = {} }: Settings): Promise<string> {
  if (lockedSenders['leads.to']) return ownerEmail
  return fold(sendersDecider, await readEvents(db)).leadsTo ?? ownerEmail
}

const sectionsOf: Record<
  SenderEvent['type'],
  (event: SenderEvent) => keyof SendersState | MessageType | 'leads'
> = {
  MailSenderSet: () => 'email',
  SmsSenderSet: () => 'sms',
  LeadMailSet: () => 'leads',
  SenderRemoved: ({ data }) => ('channel' in data ? data.channel : 'leads'),
}

/** Who changed a part last. */
function lastChange(events: readonly Recorded<SenderEvent>[], section: 'email' | 'sms' | 'leads') {
  const last = events.findLast((event) => sectionsOf[event.type](event) === section)
  return last ? { at: last.data.changedAt, by: last.metadata.actorName ?? null } : null
}

export type SendersAnswer = { senders: Senders; etag: string }

/** What the owner sees of the senders: of secrets only whether there are any. */
export async function readSenders(
  readable: Readable & { business: { name: string; email?: string } },
): Promise<SendersAnswer> {
  const { db, keyring, settings, business } = readable
  const [events, secrets] = await Promise.all([readEvents(db), readSecrets(db, keyring)])
  const state = fold(sendersDecider, events)
  const { email, sms, leadsTo } = state
  const { lockedSenders = {}, ownerEmail, smtp, mailFrom } = settings
  const sending = { email: mailOf(state, secrets, settings), sms: smsOf(state, secrets, settings) }
  const accountSid = settings.sms?.accountSid ?? secrets.accountSid
  const isLocked = (field: string) => lockedSenders[field] !== undefined
  const connection = smtp ? connectionOf(smtp) : undefined
  const defaults = { fromName: business.name, replyTo: business.email ?? '', leadsTo: ownerEmail }
  const goesTo = (channel: MessageType) => (sending[channel] ? ('provider' as const) : ('console' as const))
  return {
    // what is sent where nothing is set follows the business
    etag: recordEtag({ version: events.length, id: sendersId }, digestOf(defaults)),
    senders: {
      email: {
        host: connection?.host ?? email.host ?? '',
        port: connection ? connection.port : (email.port ?? null),
        encryption: connection?.encryption ?? email.encryption ?? 'starttls',
        user: connection?.user ?? email.user ?? '',
        hasPassword: connection ? connection.hasPassword : secrets.password !== undefined,
        fromName: email.fromName ?? '',
        fromAddress: mailFrom ?? email.fromAddress ?? smtp?.from.address ?? '',
        replyTo: email.replyTo ?? '',
        changed: lastChange(events, 'email'),
        goesTo: goesTo('email'),
      },
      sms: {
        accountEndsWith: accountSid?.slice(-4) ?? null,
        hasAuthToken: (settings.sms?.authToken ?? secrets.authToken) !== undefined,
        from: settings.sms?.from ?? sms.from ?? '',
        changed: lastChange(events, 'sms'),
        goesTo: goesTo('sms'),
      },
      leads: {
        to: isLocked('leads.to') ? ownerEmail : (leadsTo ?? ''),
        changed: lastChange(events, 'leads'),
      },
      defaults,
      locked: { ...lockedSenders },
    },
  }
}

const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12)

/** What a variable says of the mail server. */
function connectionOf({ url }: SmtpOptions) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const encryption = protocol === 'smtps:' ? ('tls' as const) : ('starttls' as const)
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (encryption === 'tls' ? 465 : 587),
    encryption,
    user: decodeURIComponent(username),
    hasPassword: password !== '',
  }
}
