import { emailAddress } from '@plumbline/platform/email'
import * as z from 'zod/mini'
import { messageTypes } from './texts.ts'

/** How the connection to a mail server is encrypted: from the start, after a greeting, or not at all. */
export const mailEncryptions = ['tls', 'starttls', 'none'] as const
export type MailEncryption = (typeof mailEncryptions)[number]
export const mailEncryptionLabels: Record<MailEncryption, string> = {
  starttls: 'STARTTLS (usually port 587)',
  tls: 'TLS from the start (usually port 465)',
  none: 'None: only for a server on your own machine',
}

const address = /* @__PURE__ */ emailAddress('Please enter a valid email address')
const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `At most ${max} characters`))
const hostMessage = 'Please enter the name of a server such as smtp.example.com'
const host = z
  .string({ error: hostMessage })
  .check(
    z.trim(),
    z.maxLength(253, hostMessage),
    z.regex(/^[a-z\d]([a-z\d.-]*[a-z\d])?$|^[a-f\d]*:[a-f\d:.]+$/i, hostMessage),
  )
const portMessage = 'Please enter a port such as 587'
const port = z.int({ error: portMessage }).check(z.minimum(1, portMessage), z.maximum(65_535, portMessage))
const secret = (min: number, message: string) =>
  z
    .string({ error: message })
    .check(z.trim(), z.minLength(min, message), z.maxLength(200, 'At most 200 characters'))
const sidMessage = 'It begins with AC, and 32 letters and digits follow'
const fromMessage = 'A number such as +19195550100, or the id of a Messaging Service, which begins with MG'

const sid = z.string({ error: sidMessage }).check(z.trim(), z.regex(/^AC[0-9a-f]{32}$/, sidMessage))
const token = secret(16, 'An auth token has at least 16 characters')

/** What is set of the mail server; empty or null where nothing is. */
const MailSender = z.object({
  host,
  port,
  encryption: z.enum(mailEncryptions, { error: 'Please choose an encryption' }),
  user: text(200),
  fromName: text(100),
  fromAddress: address,
  replyTo: address,
})
const SmsSender = z.object({
  from: z
    .string({ error: fromMessage })
    .check(z.trim(), z.regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/, fromMessage)),
})

const nullable = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema))

/** Fields that are left out stay as they are; null is none. A password is never answered. */
export const MailSenderChanges = /* @__PURE__ */ z.object({
  host: nullable(MailSender.shape.host),
  port: nullable(MailSender.shape.port),
  encryption: z.optional(MailSender.shape.encryption),
  user: nullable(MailSender.shape.user),
  password: nullable(secret(1, 'Please enter a password')),
  fromName: nullable(MailSender.shape.fromName),
  fromAddress: nullable(MailSender.shape.fromAddress),
  replyTo: nullable(MailSender.shape.replyTo),
})
export type MailSenderChanges = z.infer<typeof MailSenderChanges>

export const SmsSenderChanges = /* @__PURE__ */ z.object({
  accountSid: nullable(sid),
  authToken: nullable(token),
  from: nullable(SmsSender.shape.from),
})
export type SmsSenderChanges = z.infer<typeof SmsSenderChanges>

export const LeadMailChanges = /* @__PURE__ */ z.object({ to: z.nullable(address) })
export type LeadMailChanges = z.infer<typeof LeadMailChanges>

const orEmpty = (schema: z.ZodMiniType<string>) =>
  z.string().check(z.trim(), ({ value, issues }) => {
    const { error } = value === '' ? { error: undefined } : z.safeParse(schema, value)
    if (error) issues.push({ code: 'custom', message: error.issues[0]?.message, input: value })
  })

/** What a mail server without one is refused with. */
export const noFromAddress = 'Please enter the address that mail comes from'

const typedPort = z.string().check(
  z.trim(),
  z.refine((typed) => typed === '' || port.safeParse(Number(typed)).success, portMessage),
)

/** The form for the mail server, with every field: empty for none, and for the password that is set. */
export const MailSenderForm = /* @__PURE__ */ (() =>
  z
    .object({
      host: orEmpty(host),
      port: typedPort,
      encryption: MailSender.shape.encryption,
      user: MailSender.shape.user,
      password: text(200),
      fromName: MailSender.shape.fromName,
      fromAddress: orEmpty(address),
      replyTo: orEmpty(address),
    })
    .check(
      z.refine(({ host, fromAddress }) => host === '' || fromAddress !== '', {
        error: noFromAddress,
        path: ['fromAddress'],
      }),
    ))()
export const mailSenderLabels = {
  host: 'Server',
  port: 'Port',
  encryption: 'Encryption',
  user: 'User name',
  password: 'Password',
  fromName: 'From name',
  fromAddress: 'From address',
  replyTo: 'Reply to',
} satisfies Record<keyof MailSenderChanges, string>

/** The form for the SMS account: a secret that is left empty stays as it is. */
export const SmsSenderForm = /* @__PURE__ */ (() =>
  z.object({ accountSid: orEmpty(sid), authToken: orEmpty(token), from: orEmpty(SmsSender.shape.from) }))()
export const smsSenderLabels = {
  accountSid: 'Account SID',
  authToken: 'Auth token',
  from: 'From',
} satisfies Record<keyof SmsSenderChanges, string>

export const LeadMailForm = /* @__PURE__ */ (() => z.object({ to: orEmpty(address) }))()
export const leadMailLabels = { to: 'Email address' } satisfies Record<keyof LeadMailChanges, string>

const change = z.nullable(z.object({ at: z.iso.datetime(), by: z.nullable(z.string()) }))
const goesTo = z.enum(['provider', 'console'])

/** What is set, or by which variable; what may be known of secrets is whether there are any. */
export const Senders = z.object({
  email: z.object({
    host: z.string(),
    port: z.nullable(z.int()),
    encryption: z.enum(mailEncryptions),
    user: z.string(),
    hasPassword: z.boolean(),
    fromName: z.string(),
    fromAddress: z.string(),
    replyTo: z.string(),
    changed: change,
    /** Where mail goes now: to a server, or to the log. */
    goesTo,
  }),
  sms: z.object({
    /** The last four characters of the account. */
    accountEndsWith: z.nullable(z.string()),
    hasAuthToken: z.boolean(),
    from: z.string(),
    changed: change,
    goesTo,
  }),
  leads: z.object({ to: z.string(), changed: change }),
  /** What holds where nothing is set. */
  defaults: z.object({ fromName: z.string(), replyTo: z.string(), leadsTo: z.string() }),
  /** Fields that an environment variable sets, by `email.host`. They cannot be changed here. */
  locked: z.record(z.string(), z.string()),
})
export type Senders = z.infer<typeof Senders>

export const getSenders = {
  method: 'GET',
  path: '/api/messages/senders',
  summary: 'What sends mail and SMS, without its secrets, and where mail about new leads goes',
  needs: 'settings',
  response: Senders,
} as const

export const changeMailSender = {
  method: 'PATCH',
  path: '/api/messages/senders/email',
  summary: 'Change the mail server; the next mail goes through it',
  needs: 'settings',
  body: MailSenderChanges,
  response: Senders,
} as const

export const changeSmsSender = {
  method: 'PATCH',
  path: '/api/messages/senders/sms',
  summary: 'Change the SMS account; the next SMS goes through it',
  needs: 'settings',
  body: SmsSenderChanges,
  response: Senders,
} as const

export const changeLeadMail = {
  method: 'PATCH',
  path: '/api/messages/senders/leads',
  summary: 'Change where mail about new leads goes',
  needs: 'settings',
  body: LeadMailChanges,
  response: Senders,
} as const

export const removeSender = {
  method: 'DELETE',
  path: '/api/messages/senders/:channel',
  summary: 'Forget a mail server or an SMS account with its secrets; messages are printed again',
  needs: 'settings',
  params: z.object({ channel: z.enum(messageTypes) }),
  response: Senders,
} as const

export const TestForm = /* @__PURE__ */ z.object({
  channel: z.enum(messageTypes, { error: 'Please choose SMS or email' }),
  to: z
    .string({ error: 'Please enter to whom' })
    .check(z.trim(), z.minLength(3, 'Please enter to whom'), z.maxLength(254, 'At most 254 characters')),
})
export type TestForm = z.infer<typeof TestForm>
/** The form for a test, whose channel is known. */
export const TestAddressForm = /* @__PURE__ */ z.pick(TestForm, { to: true })

export const sendTest = {
  method: 'POST',
  path: '/api/messages/senders/test',
  summary:
    'Send one message through what is set, five in ten minutes; what became of it is known in a moment',
  needs: 'settings',
  creates: true,
  limits: [{ per: 'everyone', max: 5, seconds: 600 }],
  body: TestForm,
  response: z.object({ id: z.uuid() }),
} as const

export const TestOutcome = z.object({
  status: z.enum(['waiting', 'sent', 'failed']),
  /** Why not, in our words. */
  reason: z.nullable(z.string()),
})
export type TestOutcome = z.infer<typeof TestOutcome>

export const readTest = {
  method: 'GET',
  path: '/api/messages/senders/test/:id',
  summary: 'What became of a test: sent, or why not',
  needs: 'settings',
  params: z.object({ id: z.uuid() }),
  response: TestOutcome,
} as const
