import * as z from 'zod/mini'

const at = z.iso.datetime()
const Channel = z.enum(['sms', 'email'])
/** By what it is known to the provider; null when nobody says. */
const providerId = z.nullable(z.string())

/** The document of an invoice. */
export const Attachment = z.object({ name: z.string(), invoiceId: z.int() })
export type Attachment = z.infer<typeof Attachment>

/** Something is to go out to a customer. Stream `message-<id>`. */
export const MessageWritten = z.object({
  type: z.literal('MessageWritten'),
  data: z.object({
    messageId: z.int(),
    customerId: z.int(),
    channel: Channel,
    content: z.string(),
    /** Of an e-mail. */
    subject: z.nullable(z.string()),
    /** Number or address; null when there is none to send it to. */
    recipient: z.nullable(z.string()),
    /** `staff`, or what made the product write by itself. */
    cause: z.enum(['staff', 'cancellation', 'reminder', 'appointment', 'invoice']),
    /** The event behind it; of an appointment's reminder, the version it speaks of: `appointment-42@3`. */
    causeId: z.nullable(z.string()),
    /** What it speaks of: it does not go out when that has changed. `appointment-42@3`. */
    boundTo: z.optional(z.string()),
    /** What goes with it; drawn when it is sent. */
    attachment: z.optional(z.nullable(Attachment)),
    writtenAt: at,
  }),
})
export type MessageWritten = z.infer<typeof MessageWritten>

/** The provider took it. */
export const MessageSent = z.object({
  type: z.literal('MessageSent'),
  data: z.object({ messageId: z.int(), providerId, sentAt: at }),
})

/** It reached the customer's phone. */
export const MessageDelivered = z.object({
  type: z.literal('MessageDelivered'),
  data: z.object({ messageId: z.int(), providerId, deliveredAt: at }),
})

export const MessageFailed = z.object({
  type: z.literal('MessageFailed'),
  data: z.object({
    messageId: z.int(),
    providerId,
    /** For people; says nothing of the customer. */
    reason: z.string(),
    failedAt: at,
  }),
})

/** Somebody wants a failed one tried again; `recipient` is where it goes this time. */
export const MessageRetried = z.object({
  type: z.literal('MessageRetried'),
  data: z.object({
    messageId: z.int(),
    customerId: z.int(),
    recipient: z.nullable(z.string()),
    retriedAt: at,
  }),
})

/** A customer wrote to us. Stream `message-<id>`. */
export const MessageReceived = z.object({
  type: z.literal('MessageReceived'),
  data: z.object({
    messageId: z.int(),
    customerId: z.int(),
    channel: Channel,
    content: z.string(),
    providerId: z.string(),
    /** Other customers who have the number that it came from: each has it in their conversation. */
    sharedWith: z.optional(z.array(z.int())),
    receivedAt: at,
  }),
})
export type MessageReceived = z.infer<typeof MessageReceived>

/**
 * An SMS came from a number that is no customer's. Stream `message-<id>`; a `MessageReceived` follows there when a
 * customer's conversation gets it.
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

/** A customer no longer wants to hear from us on a channel, or does again. Stream `consent-<customerId>`. */
export const ConsentChanged = z.object({
  type: z.literal('ConsentChanged'),
  data: z.object({ customerId: z.int(), channel: Channel, optedOut: z.boolean(), changedAt: at }),
})
export type ConsentChanged = z.infer<typeof ConsentChanged>

/** Whether a customer is reminded of appointments; the channels stay as they are. Stream `consent-<customerId>`. */
export const RemindersChanged = z.object({
  type: z.literal('RemindersChanged'),
  data: z.object({ customerId: z.int(), wanted: z.boolean(), changedAt: at }),
})
export type RemindersChanged = z.infer<typeof RemindersChanged>
export type ConsentEvent = ConsentChanged | RemindersChanged

/** A phone number or an e-mail address is noted for itself: it wrote to us, or opted out. Stream `contact-<id>`. */
export const ContactNoted = z.object({
  type: z.literal('ContactNoted'),
  data: z.object({ contactId: z.int(), channel: Channel, address: z.string(), notedAt: at }),
})

/** It opted out, or in again, for every customer who has it. Stream `contact-<id>`. */
export const ContactConsentChanged = z.object({
  type: z.literal('ContactConsentChanged'),
  data: z.object({ contactId: z.int(), channel: Channel, optedOut: z.boolean(), changedAt: at }),
})
export type ContactConsentChanged = z.infer<typeof ContactConsentChanged>

/** A customer's conversation gets what came from it. Stream `contact-<id>`. */
export const ContactAssigned = z.object({
  type: z.literal('ContactAssigned'),
  data: z.object({ contactId: z.int(), customerId: z.int(), assignedAt: at }),
})

export const ContactEvent = z.discriminatedUnion('type', [
  ContactNoted,
  ContactConsentChanged,
  ContactAssigned,
])
export type ContactEvent = z.infer<typeof ContactEvent>

/** Whether anybody at all is reminded of appointments. Stream `messaging-settings`. */
export const ReminderSettingsChanged = z.object({
  type: z.literal('ReminderSettingsChanged'),
  data: z.object({ on: z.boolean(), changedAt: at }),
})
export type ReminderSettingsChanged = z.infer<typeof ReminderSettingsChanged>

/** Somebody wants one reminder left out, or sent after all. Stream `reminder-<appointmentId>`. */
export const ReminderSkipped = z.object({
  type: z.literal('ReminderSkipped'),
  data: z.object({
    appointmentId: z.int(),
    /** The version of the appointment that it would have spoken of: one that moves is reminded of again. */
    since: z.int(),
    skip: z.boolean(),
    changedAt: at,
  }),
})
export type ReminderSkipped = z.infer<typeof ReminderSkipped>

const subject = ({ customerId }: { customerId: number }) => `customer-${customerId}`

/** Under which name the personal fields of a contact are sealed. */
export const contactSubject = (contactId: number) => `contact-${contactId}`
const ofContact = ({ contactId }: { contactId: number }) => contactSubject(contactId)

/** What is sealed with the key of the customer, or of the number or address, it is about. */
export const personal = {
  MessageWritten: { subject, fields: ['content', 'subject', 'recipient'] },
  MessageRetried: { subject, fields: ['recipient'] },
  MessageReceived: { subject, fields: ['content'] },
  ContactNoted: { subject: ofContact, fields: ['address'] },
  ContactMessageReceived: { subject: ofContact, fields: ['content'] },
} as const
