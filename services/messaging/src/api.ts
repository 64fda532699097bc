import { ById, bodyId, pageQuery, pathId } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { messageTypes } from './api/texts.ts'

export * from './api/counts.ts'
export * from './api/segments.ts'
export * from './api/senders.ts'
export * from './api/texts.ts'

export const messageStatuses = ['sent', 'delivered', 'failed'] as const

/** The provider's limit of ten parts. */
export const longestSms = 1_600
export const maxEmailLength = 20_000
const maxSubjectLength = 200

const noCustomer = 'Please select a customer'
const customerId = bodyId(noCustomer)

/** The composer; direction and status are set by the server and ignored here. */
export const MessageForm = /* @__PURE__ */ z
  .object({
    customerId,
    type: z.enum(messageTypes, { error: 'Please choose SMS or email' }),
    content: z
      .string({ error: 'Please write a message' })
      .check(
        z.trim(),
        z.minLength(1, 'Please write a message'),
        z.maxLength(maxEmailLength, 'At most 20,000 characters'),
      ),
    /** Of an email; by default the product's name and the first words. */
    subject: z.optional(
      z.nullable(z.string().check(z.trim(), z.maxLength(maxSubjectLength, 'At most 200 characters'))),
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
  /** When a message that waits for the morning, or for its turn, is sent. */
  goesOutAt: z.nullable(z.iso.datetime()),
  /** The document that goes with it. */
  attachment: z.nullable(
    z.union([
      z.object({ name: z.string(), invoiceId: z.int() }),
      z.object({ name: z.string(), quoteId: z.int() }),
    ]),
  ),
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof Message>

export const ConversationMessage = z.extend(Message, {
  /** Other customers with the number that it came from: it is in their conversations as well. */
  sharedWith: z.optional(z.array(z.int())),
  /** It has not been sent yet, and can be cancelled or sent now. */
  waiting: z.optional(
    z.object({
      /** What these two send as `If-Match`. */
      etag: z.string(),
      /** Why it will not be sent, as things are now. */
      refusal: z.nullable(z.string()),
    }),
  ),
  /** Staff cancelled it before it was sent; its status is `failed`. */
  cancelled: z.optional(z.literal(true)),
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

export const ListedMessage = z.extend(Message, {
  customerName: z.nullable(z.string()),
  customerPhone: z.nullable(z.string()),
  customerEmail: z.nullable(z.string()),
})
export type ListedMessage = z.infer<typeof ListedMessage>

/** A conversation in the list: its latest message. */
export const Conversation = z.extend(ListedMessage, {
  /** How many messages from the customer no member of staff has read. */
  unread: z.int(),
  /** Staff have answered nothing since the customer wrote; what the product sends by itself is no answer. */
  waitsForAnswer: z.boolean(),
})
export type Conversation = z.infer<typeof Conversation>

export const listMessages = {
  method: 'GET',
  path: '/api/messages',
  summary: 'All messages with their customers, newest first; filtered and in pages on request',
  needs: 'messages.all',
  query: z.object({
    q: z.optional(z.string()),
    status: z.optional(z.enum(messageStatuses, { error: 'There is no such status' })),
    type: z.optional(z.enum(messageTypes, { error: 'There is no such type' })),
    ...pageQuery,
  }),
  response: z.array(ListedMessage),
} as const

export const listConversations = {
  method: 'GET',
  path: '/api/messages/conversations',
  summary: 'The latest message with every customer, and how many are unread, newest first',
  needs: 'messages.own',
  response: z.array(Conversation),
} as const

export const listConversation = {
  method: 'GET',
  path: '/api/messages/customer/:id',
  summary: 'The conversation with a customer, oldest first, with those of records merged into it',
  needs: 'messages.own',
  params: ById,
  response: z.array(ConversationMessage),
} as const

export const markConversationRead = {
  method: 'POST',
  path: '/api/messages/customer/:id/read',
  summary: 'Mark a conversation as read, for all staff, up to the newest message that was seen',
  needs: 'messages.own',
  params: ById,
  body: z.object({
    messageId: bodyId('Up to which message?'),
  }),
} as const

/** An SMS from a number that no customer has. */
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
  /** How many no member of staff has read. */
  unread: z.int(),
})
export type UnknownConversation = z.infer<typeof UnknownConversation>

export const listUnknownConversations = {
  method: 'GET',
  path: '/api/messages/unknown',
  summary: 'The latest message from every number that no customer has, newest first',
  needs: 'messages.all',
  response: z.array(UnknownConversation),
} as const

export const readUnknownConversation = {
  method: 'GET',
  path: '/api/messages/unknown/:id',
  summary: 'The messages from a number that no customer has, oldest first, or the customer it is assigned to',
  needs: 'messages.all',
  params: ById,
  response: z.object({
    id: z.int(),
    phone: z.string(),
    optedOut: z.boolean(),
    customerId: z.nullable(z.int()),
    messages: z.array(ContactMessage),
  }),
} as const

export const markUnknownConversationRead = {
  method: 'POST',
  path: '/api/messages/unknown/:id/read',
  summary: 'Mark the conversation of a number as read, for all staff, up to the newest message that was seen',
  needs: 'messages.all',
  params: ById,
  body: z.object({
    messageId: bodyId('Up to which message?'),
  }),
} as const

export const assignUnknownConversation = {
  method: 'PUT',
  path: '/api/messages/unknown/:id',
  summary: 'Assign the conversation of a number to a customer',
  needs: 'messages.all',
  params: ById,
  body: z.object({ customerId }),
} as const

export const AssignedNumber = z.object({ id: z.int(), phone: z.string() })
export type AssignedNumber = z.infer<typeof AssignedNumber>

export const listAssignedNumbers = {
  method: 'GET',
  path: '/api/messages/customer/:id/numbers',
  summary: "Numbers that are not the customer's own and whose messages are in their conversation",
  needs: 'messages.all',
  params: ById,
  response: z.array(AssignedNumber),
} as const

export const releaseNumber = {
  method: 'DELETE',
  path: '/api/messages/customer/:id/numbers/:contactId',
  summary: 'Take the messages from a number out of the conversation of a customer',
  needs: 'messages.all',
  params: z.object({ id: pathId, contactId: pathId }),
} as const

/** `console`: no provider is configured, so messages are only printed. */
const ChannelMode = z.enum(['console', 'provider'])
export const Channels = z.object({
  sms: ChannelMode,
  email: ChannelMode,
  /** What waits because the provider refuses it for a reason of our account: its limit, its login or its policy. */
  refused: z.optional(
    z.array(
      z.object({
        channel: z.enum(messageTypes),
        count: z.int(),
        since: z.iso.datetime(),
        /** What the provider answered last, as codes. */
        error: z.string(),
      }),
    ),
  ),
})
export type Channels = z.infer<typeof Channels>

export const readChannels = {
  method: 'GET',
  path: '/api/messages/channels',
  summary: 'Whether messages go to a provider or to the console, and what a provider refuses at the moment',
  needs: 'messages.own',
  response: Channels,
} as const

export const sendMessage = {
  method: 'POST',
  path: '/api/messages',
  summary: 'Write to a customer; a message that cannot be sent is stored as failed, with the reason',
  needs: 'messages.own',
  creates: true,
  body: MessageForm,
  response: Message,
} as const

export const retryMessage = {
  method: 'POST',
  path: '/api/messages/:id/retry',
  summary: 'Send a failed message again, to where the customer can be reached now',
  needs: 'messages.all',
  creates: true,
  params: ById,
  response: Message,
} as const

export const cancelMessage = {
  method: 'PUT',
  path: '/api/messages/:id/cancelled',
  summary: 'Cancel a message that waits to be sent, or let a cancelled one wait again; honours If-Match',
  needs: 'messages.all',
  params: ById,
  body: z.object({ cancelled: z.boolean({ error: 'Cancelled is yes or no' }) }),
  response: Message,
} as const

export const sendMessageNow = {
  method: 'POST',
  path: '/api/messages/:id/send-now',
  summary: 'Send a message now that waits for the morning or for its turn; honours If-Match',
  needs: 'messages.all',
  creates: true,
  params: ById,
  response: Message,
} as const

/** What a customer can refuse. */
const consentTopics = ['sms', 'email', 'reminders'] as const
export const Consent = z.object({
  sms: z.boolean(),
  email: z.boolean(),
  reminders: z.boolean(),
  /** Why SMS pause although they are allowed: the customer may have refused them, or the number has no SMS. */
  smsHold: z.optional(z.nullable(z.enum(['doubt', 'unreachable']))),
  /** Why nothing goes out on a channel, with or without consent; null where messages do. */
  blocked: z.optional(z.object({ sms: z.nullable(z.string()), email: z.nullable(z.string()) })),
  /** The same for reminders and other texts of the product, which pause where `smsHold` is a doubt. */
  blockedAutomatic: z.optional(z.object({ sms: z.nullable(z.string()), email: z.nullable(z.string()) })),
  /** Newest first. */
  history: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      /** Staff, the customer by SMS, or the SMS provider, which may know of a STOP that we do not. */
      by: z.enum(['staff', 'customer', 'provider']),
      /** Of the user, as they were called then. */
      actorName: z.optional(z.string()),
      what: z.enum(consentTopics),
      wanted: z.boolean(),
    }),
  ),
})
export type Consent = z.infer<typeof Consent>

/** Contains only what changes. */
export const ConsentForm = /* @__PURE__ */ z.object({
  sms: z.optional(z.boolean()),
  email: z.optional(z.boolean()),
  reminders: z.optional(z.boolean()),
})
export type ConsentForm = z.infer<typeof ConsentForm>

export const readConsent = {
  method: 'GET',
  path: '/api/messages/customer/:id/consent',
  summary: 'Which messages a customer allows, and who changed it when',
  needs: 'messages.own',
  params: ById,
  response: Consent,
} as const

export const changeConsent = {
  method: 'PUT',
  path: '/api/messages/customer/:id/consent',
  summary: 'Change which messages a customer allows',
  needs: 'messages.all',
  params: ById,
  body: ConsentForm,
  response: Consent,
} as const

export const Settings = z.object({
  /** Of appointments. */
  reminders: z.boolean({ error: 'Reminders are on or off' }),
  /** Of quotes without an answer. */
  followUps: z.boolean({ error: 'Follow-ups are on or off' }),
})
export type Settings = z.infer<typeof Settings>
export const SettingsChanges = z.partial(Settings).check(
  z.refine(({ reminders, followUps }) => reminders !== undefined || followUps !== undefined, {
    error: 'Reminders are on or off',
    path: ['reminders'],
  }),
)
export type SettingsChanges = z.infer<typeof SettingsChanges>

export const readSettings = {
  method: 'GET',
  path: '/api/messages/settings',
  summary: 'Whether customers are reminded the day before an appointment, and asked again about quotes',
  needs: 'messages.own',
  response: Settings,
} as const

export const changeSettings = {
  method: 'PUT',
  path: '/api/messages/settings',
  summary: 'Switch appointment reminders or follow-ups of quotes on or off for all customers',
  needs: 'settings',
  body: SettingsChanges,
  response: Settings,
} as const

/** In which the reminders of a day go out, one after the other. */
export const reminderSpreadMinutes = 30

export const PlannedReminder = z.object({
  appointmentId: z.int(),
  customerId: z.int(),
  customerName: z.nullable(z.string()),
  startsAt: z.iso.datetime(),
  goesOutAt: z.iso.datetime(),
  /** What it is sent on; without any, `reason` says why. */
  channels: z.array(z.enum(messageTypes)),
  without: z.array(z.object({ channel: z.enum(messageTypes), reason: z.string() })),
  reason: z.nullable(z.string()),
  skipped: z.boolean(),
  /** It has been written and is not planned any more. */
  written: z.boolean(),
  content: z.string(),
})
export type PlannedReminder = z.infer<typeof PlannedReminder>

export const listPlanned = {
  method: 'GET',
  path: '/api/messages/planned',
  summary: 'Appointment reminders of the next seven days, and why some are not sent, soonest first',
  needs: 'messages.all',
  response: z.array(PlannedReminder),
} as const

export const PlannedFollowUp = z.object({
  quoteId: z.int(),
  quoteNumber: z.string(),
  title: z.string(),
  customerId: z.int(),
  customerName: z.nullable(z.string()),
  goesOutAt: z.iso.datetime(),
  /** Null where it is not sent; `reason` says why. */
  channel: z.nullable(z.enum(messageTypes)),
  reason: z.nullable(z.string()),
  content: z.string(),
})
export type PlannedFollowUp = z.infer<typeof PlannedFollowUp>

export const listPlannedFollowUps = {
  method: 'GET',
  path: '/api/messages/planned-follow-ups',
  summary: 'Follow-ups of quotes of the next seven days, and why some are not sent, soonest first',
  needs: 'messages.all',
  response: z.array(PlannedFollowUp),
} as const

export const planReminder = {
  method: 'PUT',
  path: '/api/messages/planned/:id',
  summary: 'Skip the reminder of one appointment, or send it after all',
  needs: 'messages.all',
  params: ById,
  body: z.object({ skip: z.boolean({ error: 'Skip is yes or no' }) }),
} as const

// Forms are signed by the provider; fields that are not texts are ignored.
const formText = z.catch(
  z.pipe(
    z.string(),
    z.transform((text: string) => text.replaceAll('\0', '')),
  ),
  '',
)

export const StatusForm = /* @__PURE__ */ z.object({
  MessageSid: formText,
  MessageStatus: formText,
  ErrorCode: z.optional(formText),
  To: formText,
})
export type StatusForm = z.infer<typeof StatusForm>

/** A delivery's id is a hash in the form of a UUID, without its version. */
const deliveryId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const twilioStatus = {
  method: 'POST',
  path: '/api/webhooks/twilio/status',
  summary: 'Delivery status of an SMS, signed by the SMS provider',
  needs: 'public',
  signed: true,
  query: z.object({ delivery: z.catch(z.optional(z.string().check(z.regex(deliveryId))), undefined) }),
  body: StatusForm,
  bodyType: 'form',
} as const

const maxMedia = 10
const mediaTypes = Object.fromEntries(
  Array.from({ length: maxMedia }, (_, i) => [`MediaContentType${i}`, z.optional(formText)]),
)

export const InboundForm = /* @__PURE__ */ z.object({
  MessageSid: formText,
  From: formText,
  Body: formText,
  /** How many pictures and files came with it; of each its type. */
  NumMedia: z.optional(formText),
  ...mediaTypes,
  /** What the provider understood of a text to an account with words of its own: STOP, START or HELP. */
  OptOutType: z.optional(formText),
})
export type InboundForm = z.infer<typeof InboundForm>

export const twilioInbound = {
  method: 'POST',
  path: '/api/webhooks/twilio/inbound',
  summary: 'An SMS from a customer, signed by the SMS provider',
  needs: 'public',
  signed: true,
  body: InboundForm,
  bodyType: 'form',
  produces: 'text/xml',
} as const
