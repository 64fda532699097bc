import * as z from 'zod/mini'

export const messageTypes = ['sms', 'email'] as const
export type MessageType = (typeof messageTypes)[number]
export const messageStatuses = ['sent', 'delivered', 'failed'] as const

/** The provider's limit of ten parts. */
export const longestSms = 1_600
const longestEmail = 20_000
const longestSubject = 200

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
  createdAt: z.iso.datetime(),
})
export type Message = z.infer<typeof Message>

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
            .check(z.minimum(1, 'The limit is at least 1'), z.maximum(1_000, 'The limit is at most 1000')),
        ),
      ),
    ),
    cursor: z.optional(z.string()),
  }),
  response: z.array(ListedMessage),
} as const

export const listConversation = {
  method: 'GET',
  path: '/api/messages/customer/:id',
  summary: 'The conversation with a customer, oldest first, with those of records merged into it',
  access: 'session',
  params: ById,
  response: z.array(Message),
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

export const twilioStatus = {
  method: 'POST',
  path: '/api/webhooks/twilio/status',
  summary: 'What became of an SMS, told by the provider and signed; forms',
  access: 'public',
} as const

export const twilioInbound = {
  method: 'POST',
  path: '/api/webhooks/twilio/inbound',
  summary: 'An SMS from a customer, told by the provider and signed; forms',
  access: 'public',
} as const
