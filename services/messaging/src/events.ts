import * as z from 'zod/mini'

const at = z.iso.datetime()
const Channel = z.enum(['sms', 'email'])
/** The provider's id of a message; null when it is not known. */
const providerId = z.nullable(z.string())

/** The document of an invoice. */
export const Attachment = z.object({ name: z.string(), invoiceId: z.int() })
export type Attachment = z.infer<typeof Attachment>

/** A message to a customer was written. Stream `message-<id>`. */
export const MessageWritten = z.object({
  type: z.literal('MessageWritten'),
  data: z.object({
    messageId: z.int(),
    customerId: z.int(),
    channel: Channel,
    content: z.string(),
    /** Of an email. */
    subject: z.nullable(z.string()),
    /** Number or address; null when the customer has none. */
    recipient: z.nullable(z.string()),
    /** `staff`, or why the product wrote it by itself. */
    cause: z.enum(['staff', 'cancellation', 'payment-reminder', 'appointment-reminder', 'invoice']),
    /** The event that caused it; of an appointment reminder the version that it is about: `appointment-42@3`. */
    causeId: z.nullable(z.string()),
    /** The version of an appointment or invoice that it is true for: `appointment-42@3`. */
    validForVersion: z.optional(z.string()),
    /** Drawn when the message is sent. */
    attachment: z.optional(z.nullable(Attachment)),
    /** A reminder that is written at night waits until this time. */
    waitsUntil: z.optional(at),
    writtenAt: at,
  }),
})
export type MessageWritten = z.infer<typeof MessageWritten>

/** The provider accepted a message. */
export const MessageSent = z.object({
  type: z.literal('MessageSent'),
  data: z.object({ messageId: z.int(), providerId, sentAt: at }),
})

/** A message arrived on the customer's phone. */
export const MessageDelivered = z.object({
  type: z.literal('MessageDelivered'),
  data: z.object({ messageId: z.int(), providerId, deliveredAt: at }),
})

export const MessageFailed = z.object({
  type: z.literal('MessageFailed'),
  data: z.object({
    messageId: z.int(),
    providerId,
    /** For staff; contains nothing personal. */
    reason: z.string(),
    /** Staff cancelled the message before it was sent. */
    cancelled: z.optional(z.literal(true)),
    failedAt: at,
  }),
})

/** Staff have a message sent that failed, waits, or was cancelled, or let it wait again; `recipient` is the customer's number or address of now. */
export const MessageRetried = z.object({
  type: z.literal('MessageRetried'),
  data: z.object({
    messageId: z.int(),
    customerId: z.int(),
    recipient: z.nullable(z.string()),
    /** Staff took back that they cancelled it: it is not sent at once, but when it would have been. */
    waitsAgain: z.optional(z.literal(true)),
    retriedAt: at,
  }),
})

/** A message from a customer. Stream `message-<id>`. */
export const MessageReceived = z.object({
  type: z.literal('MessageReceived'),
  data: z.object({
    messageId: z.int(),
    customerId: z.int(),
    channel: Channel,
    content: z.string(),
    providerId: z.string(),
    /** The number that it came from, where the customer does not have it: it is assigned to them. */
    contactId: z.optional(z.int()),
    /** Other customers with the same number: the message is in their conversations as well. */
    sharedWith: z.optional(z.array(z.int())),
    /** Unread until staff read the conversation. Missing in events from before there were read marks: these count as read. */
    startsUnread: z.optional(z.literal(true)),
    receivedAt: at,
  }),
})
export type MessageReceived = z.infer<typeof MessageReceived>

/**
 * An SMS came from a number that no customer has. Stream `message-<id>`; a `MessageReceived` follows there when the
 * number is assigned to a customer, and this event again when it is taken from them.
 */
export const ContactMessageReceived = z.object({
  type: z.literal('ContactMessageReceived'),
  data: z.object({
    messageId: z.int(),
    contactId: z.int(),
    channel: Channel,
    content: z.string(),
    providerId: z.string(),
    receivedAt: at,
  }),
})
export type ContactMessageReceived = z.infer<typeof ContactMessageReceived>

export const MessageEvent = z.discriminatedUnion('type', [
  MessageWritten,
  MessageSent,
  MessageDelivered,
  MessageFailed,
  MessageRetried,
  MessageReceived,
  ContactMessageReceived,
])
export type MessageEvent = z.infer<typeof MessageEvent>

/** Staff have read the messages from a customer, up to one. Stream `conversation-<customerId>`. */
export const ConversationRead = z.object({
  type: z.literal('ConversationRead'),
  data: z.object({
    customerId: z.int(),
    /** The newest message from the customer that they saw, and when it came. */
    messageId: z.int(),
    receivedAt: at,
    readAt: at,
  }),
})
export type ConversationRead = z.infer<typeof ConversationRead>

/** Staff have read the messages from a number without a customer, up to one. Stream `contact-read-<contactId>`. */
export const ContactRead = z.object({
  type: z.literal('ContactRead'),
  data: z.object({ contactId: z.int(), messageId: z.int(), receivedAt: at, readAt: at }),
})
export type ContactRead = z.infer<typeof ContactRead>

/** A customer opted out of a channel, or in again. Stream `consent-<customerId>`. */
export const ConsentChanged = z.object({
  type: z.literal('ConsentChanged'),
  data: z.object({ customerId: z.int(), channel: Channel, optedOut: z.boolean(), changedAt: at }),
})
export type ConsentChanged = z.infer<typeof ConsentChanged>

/** Whether a customer gets appointment reminders; the channels are not changed. Stream `consent-<customerId>`. */
export const RemindersChanged = z.object({
  type: z.literal('RemindersChanged'),
  data: z.object({ customerId: z.int(), wanted: z.boolean(), changedAt: at }),
})
export type RemindersChanged = z.infer<typeof RemindersChanged>
export type ConsentEvent = ConsentChanged | RemindersChanged

/** A phone number or an email address has a record of its own: it wrote to us, or opted out. Stream `contact-<id>`. */
export const ContactNoted = z.object({
  type: z.literal('ContactNoted'),
  data: z.object({ contactId: z.int(), channel: Channel, address: z.string(), notedAt: at }),
})

/** Why SMS to a number pause although its owner did not opt out: they may have, or the number cannot receive SMS. */
export const Hold = z.enum(['doubt', 'unreachable'])
export type Hold = z.infer<typeof Hold>

/** A number or address opted out, or in again, for every customer who has it. Stream `contact-<id>`. */
export const ContactConsentChanged = z.object({
  type: z.literal('ContactConsentChanged'),
  data: z.object({
    contactId: z.int(),
    channel: Channel,
    optedOut: z.boolean(),
    /** With `optedOut`: not an opt-out, but a reason to pause. */
    hold: z.optional(Hold),
    changedAt: at,
  }),
})
export type ContactConsentChanged = z.infer<typeof ContactConsentChanged>

/** The messages of a number belong to a customer's conversation from now on. Stream `contact-<id>`. */
export const ContactAssigned = z.object({
  type: z.literal('ContactAssigned'),
  data: z.object({ contactId: z.int(), customerId: z.int(), assignedAt: at }),
})

/** The messages of a number belong to no customer any more. Stream `contact-<id>`. */
export const ContactReleased = z.object({
  type: z.literal('ContactReleased'),
  data: z.object({ contactId: z.int(), releasedAt: at }),
})

export const ContactEvent = z.discriminatedUnion('type', [
  ContactNoted,
  ContactConsentChanged,
  ContactAssigned,
  ContactReleased,
])
export type ContactEvent = z.infer<typeof ContactEvent>

/** Appointment reminders are switched on or off for all customers. Stream `messaging-settings`. */
export const ReminderSettingsChanged = z.object({
  type: z.literal('ReminderSettingsChanged'),
  data: z.object({ on: z.boolean(), changedAt: at }),
})
export type ReminderSettingsChanged = z.infer<typeof ReminderSettingsChanged>

/** Staff skip the reminder of one appointment, or send it after all. Stream `reminder-<appointmentId>`. */
export const ReminderSkipped = z.object({
  type: z.literal('ReminderSkipped'),
  data: z.object({
    appointmentId: z.int(),
    /** The version of the appointment that the reminder is about: a later version gets a reminder again. */
    since: z.int(),
    skip: z.boolean(),
    changedAt: at,
  }),
})
export type ReminderSkipped = z.infer<typeof ReminderSkipped>

// 0.1.0 stored reminders under these names
const causesOf01: Record<string, MessageWritten['data']['cause']> = {
  reminder: 'payment-reminder',
  appointment: 'appointment-reminder',
}

/** How stored events of an older shape are read. */
export const upcasters = {
  MessageWritten: [
    (data: MessageWritten['data']) => ({ ...data, cause: causesOf01[data.cause] ?? data.cause }),
  ],
}

const subject = ({ customerId }: { customerId: number }) => `customer-${customerId}`

/** The person that the personal fields of a contact belong to, while it is no customer's. */
export const contactSubject = (contactId: number) => `contact-${contactId}`
const ofContact = ({ contactId }: { contactId: number }) => contactSubject(contactId)

/** Fields that are encrypted with the data key of the customer, or of the number or address. */
export const personal = {
  MessageWritten: { subject, fields: ['content', 'subject', 'recipient'] },
  MessageRetried: { subject, fields: ['recipient'] },
  MessageReceived: { subject, fields: ['content'] },
  ContactNoted: { subject: ofContact, fields: ['address'] },
  ContactMessageReceived: { subject: ofContact, fields: ['content'] },
} as const
