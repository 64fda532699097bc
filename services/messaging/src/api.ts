import * as z from 'zod/mini'

export const messageTypes = ['sms', 'email'] as const
export type MessageType = (typeof messageTypes)[number]
export const messageStatuses = ['sent', 'delivered', 'failed'] as const

/** The provider's limit of ten parts. */
export const longestSms = 1_600
const longestEmail = 20_000
const longestSubject = 200
export const maxPageSize = 1_000

const newestId = 2_147_483_647
const pathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  z.pipe(
    z.transform((digits: string) => Number(digits)),
    z.int().check(z.maximum(newestId)),
  ),
)
const ById = z.object({ id: pathId })
const noCustomer = 'Please select a customer'

/** The composer; direction and status are the server's to say and are ignored. */
export const MessageForm = /* @__PURE__ */ z
  .object({
    customerId: z.int({ error: noCustomer }).check(z.positive(noCustomer), z.maximum(newestId, noCustomer)),
    type: z.enum(messageTypes, { error: 'Please choose SMS or email' }),
    content: z
      .string({ error: 'Please write a message' })
      .check(
        z.trim(),
        z.minLength(1, 'Please write a message'),
        z.maxLength(longestEmail, 'At most 20,000 characters'),
      ),
    /** Of an e-mail; left out: the product's name and the first words. */
    subject: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(longestSubject, 'At most 200 characters'))),
    ),
  })
  .check(
    z.refine(({ type, content }) => type !== 'sms' || content.length <= longestSms, {
      error: 'An SMS has at most 1,600 characters',
      path: ['content'],
    }),
  )
export type MessageForm = z.infer<typeof MessageForm>

export const Message = z.object({
  id: z.int(),
  customerId: z.int(),
  type: z.enum(messageTypes),
  direction: z.enum(['outbound', 'inbound']),
  content: z.string(),
  subject: z.nullable(z.string()),
  status: z.enum(messageStatuses),
  /** Why it failed. */
  reason: z.nullable(z.string()),
  /** When one that waits for the morning, or for its turn, goes out. */
  goesOutAt: z.nullable(z.iso.datetime()),
  /** The document that goes with it. */
  attachment: z.nullable(z.object({ name: z.string(), invoiceId: z.int() })),
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof Message>

export const ConversationMessage = z.extend(Message, {
  /** Other customers who have the number that it came from: it is in their conversations as well. */
  sharedWith: z.optional(z.array(z.int())),
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

export const ListedMessage = z.extend(Message, {
  customerName: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
})
export type ListedMessage = z.infer<typeof ListedMessage>

export const listMessages = {
  method: 'GET',
  path: '/api/messages',
  summary: 'All messages with whom they are to or from, newest first; part of them when asked for',
  access: 'session',
  query: z.object({
    q: z.optional(z.string()),
    status: z.optional(z.enum(messageStatuses, { error: 'There is no such status' })),
    type: z.optional(z.enum(messageTypes, { error: 'There is no such type' })),
    limit: z.optional(
      z.pipe(
        z.string().check(z.regex(/^\d{1,4}$/, 'The limit is a number')),
        z.pipe(
          z.transform((digits: string) => Number(digits)),
          z
            .int()
            .check(
              z.minimum(1, 'The limit is at least 1'),
              z.maximum(maxPageSize, 'The limit is at most 1000'),
            ),
        ),
      ),
    ),
    cursor: z.optional(z.string()),
  }),
  response: z.array(ListedMessage),
} as const

export const listConversations = {
  method: 'GET',
  path: '/api/messages/conversations',
  summary: 'The latest message with every customer, newest first',
  access: 'session',
  response: z.array(ListedMessage),
} as const

export const listConversation = {
  method: 'GET',
  path: '/api/messages/customer/:id',
  summary: 'The conversation with a customer, oldest first, with those of records merged into it',
  access: 'session',
  params: ById,
  response: z.array(ConversationMessage),
} as const

/** An SMS from a number that is no customer's. */
export const ContactMessage = z.object({
  id: z.int(),
  type: z.enum(messageTypes),
  content: z.string(),
  createdAt: z.iso.datetime(),
})
export type ContactMessage = z.infer<typeof ContactMessage>

export const UnknownConversation = z.object({
  id: z.int(),
  phone: z.string(),
  optedOut: z.boolean(),
  /** Of the latest message. */
  content: z.string(),
  createdAt: z.iso.datetime(),
})
export type UnknownConversation = z.infer<typeof UnknownConversation>

export const listUnknownConversations = {
  method: 'GET',
  path: '/api/messages/unknown',
  summary: 'The latest message from every number that is no customer’s, newest first',
  access: 'session',
  response: z.array(UnknownConversation),
} as const

export const readUnknownConversation = {
  method: 'GET',
  path: '/api/messages/unknown/:id',
  summary: 'What came from a number that is no customer’s, oldest first; or which customer has it now',
  access: 'session',
  params: ById,
  response: z.object({
    id: z.int(),
    phone: z.string(),
    optedOut: z.boolean(),
    customerId: z.nullable(z.int()),
    messages: z.array(ContactMessage),
  }),
} as const

export const assignUnknownConversation = {
  method: 'PUT',
  path: '/api/messages/unknown/:id',
  summary: 'Give the conversation of a number to a customer',
  access: 'session',
  params: ById,
  body: z.object({
    customerId: z.int({ error: noCustomer }).check(z.positive(noCustomer), z.maximum(newestId, noCustomer)),
  }),
} as const

/** `console`: no provider is configured, so it is only printed. */
const Way = z.enum(['console', 'provider'])
export const Channels = z.object({ sms: Way, email: Way })
export type Channels = z.infer<typeof Channels>

export const readChannels = {
  method: 'GET',
  path: '/api/messages/channels',
  summary: 'Where messages go',
  access: 'session',
  response: Channels,
} as const

export const sendMessage = {
  method: 'POST',
  path: '/api/messages',
  summary: 'Write to a customer; one that cannot be reached fails with the reason',
  access: 'session',
  creates: true,
  body: MessageForm,
  response: Message,
} as const

export const retryMessage = {
  method: 'POST',
  path: '/api/messages/:id/retry',
  summary: 'Send a failed message again, to where the customer can be reached now',
  access: 'session',
  creates: true,
  params: ById,
  response: Message,
} as const

/** What a customer wants: SMS, e-mail, reminders of appointments. */
const wishes = ['sms', 'email', 'reminders'] as const
export const Consent = z.object({
  sms: z.boolean(),
  email: z.boolean(),
  reminders: z.boolean(),
  /** Newest first. */
  history: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      /** Staff here, the customer by SMS, or the SMS provider, who knows of a STOP that we do not. */
      by: z.enum(['staff', 'customer', 'provider']),
      what: z.enum(wishes),
      wanted: z.boolean(),
    }),
  ),
})
export type Consent = z.infer<typeof Consent>

/** Only what is different is in it. */
export const ConsentForm = /* @__PURE__ */ z.object({
  sms: z.optional(z.boolean()),
  email: z.optional(z.boolean()),
  reminders: z.optional(z.boolean()),
})
export type ConsentForm = z.infer<typeof ConsentForm>

export const readConsent = {
  method: 'GET',
  path: '/api/messages/customer/:id/consent',
  summary: 'What a customer wants to hear from us, and how it came to that',
  access: 'session',
  params: ById,
  response: Consent,
} as const

export const changeConsent = {
  method: 'PUT',
  path: '/api/messages/customer/:id/consent',
  summary: 'Note what a customer wants to hear from us',
  access: 'session',
  params: ById,
  body: ConsentForm,
  response: Consent,
} as const

export const Settings = z.object({ reminders: z.boolean({ error: 'Reminders are on or off' }) })
export type Settings = z.infer<typeof Settings>

export const readSettings = {
  method: 'GET',
  path: '/api/messages/settings',
  summary: 'Whether customers are reminded the day before an appointment',
  access: 'session',
  response: Settings,
} as const

export const changeSettings = {
  method: 'PUT',
  path: '/api/messages/settings',
  summary: 'Switch reminders on or off for everybody',
  access: 'session',
  body: Settings,
  response: Settings,
} as const

export const PlannedReminder = z.object({
  appointmentId: z.int(),
  customerId: z.int(),
  customerName: z.nullable(z.string()),
  startsAt: z.iso.datetime(),
  goesOutAt: z.iso.datetime(),
  /** What it goes out on; none says why. */
  channels: z.array(z.enum(messageTypes)),
  without: z.array(z.object({ channel: z.enum(messageTypes), reason: z.string() })),
  reason: z.nullable(z.string()),
  skipped: z.boolean(),
  /** It has been written: no longer planned. */
  written: z.boolean(),
  content: z.string(),
})
export type PlannedReminder = z.infer<typeof PlannedReminder>

export const listPlanned = {
  method: 'GET',
  path: '/api/messages/planned',
  summary: 'Reminders of the next seven days, with who gets none and why, soonest first',
  access: 'session',
  response: z.array(PlannedReminder),
} as const

export const planReminder = {
  method: 'PUT',
  path: '/api/messages/planned/:id',
  summary: 'Leave out the reminder of one appointment, or send it after all',
  access: 'session',
  params: ById,
  body: z.object({ skip: z.boolean({ error: 'Skip is yes or no' }) }),
} as const

export const twilioStatus = {
  method: 'POST',
  path: '/api/webhooks/twilio/status',
  summary: 'What became of an SMS, told by the provider and signed; forms',
  access: 'public',
  signed: true,
} as const

export const twilioInbound = {
  method: 'POST',
  path: '/api/webhooks/twilio/inbound',
  summary: 'An SMS from a customer, told by the provider and signed; forms',
  access: 'public',
  signed: true,
} as const
