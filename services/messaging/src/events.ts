/** ISO 8601 in UTC. */
type Time = string
type Channel = 'sms' | 'email'
/** The provider's id of a message; null when it is not known. */
type ProviderId = string | null

/** The document of an invoice or a quote. */
export type AttachedDocument = { invoiceId: number } | { quoteId: number }
export type Attachment = { name: string } & AttachedDocument

/** A stored text as staff read it: addresses of customers' pages, and codes for them, are secrets, filled in when the text goes out. */
export const textForStaff = (text: string): string =>
  text.replace(/\{\{customer-(link|code):\w+:\d+\}\}/g, '[$1]')

/** A message to a customer was written. Stream `message-<id>`. */
export type MessageWritten = {
  type: 'MessageWritten'
  data: {
    messageId: number
    customerId: number
    channel: Channel
    content: string
    /** Of an email. */
    subject: string | null
    /** Number or address; null when the customer has none. */
    recipient: string | null
    /** `staff`, or why the product wrote it by itself. */
    cause:
      | 'staff'
      | 'cancellation'
      | 'payment-reminder'
      | 'appointment-reminder'
      | 'invoice'
      | 'quote'
      | 'quote-follow-up'
      | 'quote-approval'
      | 'access-code'
    /** The event that caused it; of an appointment reminder the version that it is about: `appointment-42@3`. */
    causeId: string | null
    /** The version of an appointment, invoice or quote that it is true for: `appointment-42@3`. */
    validForVersion?: string
    /** Drawn when the message is sent. */
    attachment?: Attachment | null
    /** A reminder that is written at night waits until this time. */
    waitsUntil?: Time
    writtenAt: Time
  }
}

/** The provider accepted a message. */
export type MessageSent = {
  type: 'MessageSent'
  data: { messageId: number; providerId: ProviderId; sentAt: Time }
}

/** A message arrived on the customer's phone. */
export type MessageDelivered = {
  type: 'MessageDelivered'
  data: { messageId: number; providerId: ProviderId; deliveredAt: Time }
}

export type MessageFailed = {
  type: 'MessageFailed'
  data: {
    messageId: number
    providerId: ProviderId
    /** For staff; contains nothing of a customer. It may name a member, as the metadata of events do. */
    reason: string
    /** Staff cancelled the message before it was sent. */
    cancelled?: true
    failedAt: Time
  }
}

/** Staff have a message sent that failed, waits, or was cancelled, or let it wait again; `recipient` is the customer's number or address of now. */
export type MessageRetried = {
  type: 'MessageRetried'
  data: {
    messageId: number
    customerId: number
    recipient: string | null
    /** Staff took back that they cancelled it: it is not sent at once, but when it would have been. */
    waitsAgain?: true
    retriedAt: Time
  }
}

/** A message from a customer. Stream `message-<id>`. */
export type MessageReceived = {
  type: 'MessageReceived'
  data: {
    messageId: number
    customerId: number
    channel: Channel
    content: string
    providerId: string
    /** The number that it came from, where the customer does not have it: it is assigned to them. */
    contactId?: number
    /** Other customers with the same number: the message is in their conversations as well. */
    sharedWith?: number[]
    /**
     * Unread until staff read the conversation. Missing where they read it before its number was assigned to the customer, and
     * in events from before there were read marks: these count as read.
     */
    startsUnread?: true
    /** When its number was assigned to the customer, where it starts unread: who read the conversation before had not seen it. */
    assignedAt?: Time
    receivedAt: Time
  }
}

/**
 * An SMS came from a number that no customer has. Stream `message-<id>`; a `MessageReceived` follows there when the
 * number is assigned to a customer, and this event again when it is taken from them.
 */
export type ContactMessageReceived = {
  type: 'ContactMessageReceived'
  data: {
    messageId: number
    contactId: number
    channel: Channel
    content: string
    providerId: string
    receivedAt: Time
  }
}

export type MessageEvent =
  | MessageWritten
  | MessageSent
  | MessageDelivered
  | MessageFailed
  | MessageRetried
  | MessageReceived
  | ContactMessageReceived

/** Staff have read the messages from a customer, up to one. Stream `conversation-<customerId>`. */
export type ConversationRead = {
  type: 'ConversationRead'
  data: {
    customerId: number
    /** The newest message from the customer that they saw, and when it came. */
    messageId: number
    receivedAt: Time
    readAt: Time
  }
}

/** Staff have read the messages from a number without a customer, up to one. Stream `contact-read-<contactId>`. */
export type ContactRead = {
  type: 'ContactRead'
  data: { contactId: number; messageId: number; receivedAt: Time; readAt: Time }
}

/** A customer opted out of a channel, or in again. Stream `consent-<customerId>`. */
export type ConsentChanged = {
  type: 'ConsentChanged'
  data: { customerId: number; channel: Channel; optedOut: boolean; changedAt: Time }
}

/** Whether a customer gets appointment reminders; the channels are not changed. Stream `consent-<customerId>`. */
export type RemindersChanged = {
  type: 'RemindersChanged'
  data: { customerId: number; wanted: boolean; changedAt: Time }
}
export type ConsentEvent = ConsentChanged | RemindersChanged

/** A phone number or an email address has a record of its own: it wrote to us, or opted out. Stream `contact-<id>`. */
export type ContactNoted = {
  type: 'ContactNoted'
  data: { contactId: number; channel: Channel; address: string; notedAt: Time }
}

/** Why SMS to a number pause although its owner did not opt out: they may have, or the number cannot receive SMS. */
export type Hold = 'doubt' | 'unreachable'

/** A number or address opted out, or in again, for every customer who has it. Stream `contact-<id>`. */
export type ContactConsentChanged = {
  type: 'ContactConsentChanged'
  data: {
    contactId: number
    channel: Channel
    optedOut: boolean
    /** With `optedOut`: not an opt-out, but a reason to pause. */
    hold?: Hold
    changedAt: Time
  }
}

/** The messages of a number belong to a customer's conversation from now on. Stream `contact-<id>`. */
export type ContactAssigned = {
  type: 'ContactAssigned'
  data: { contactId: number; customerId: number; assignedAt: Time }
}

/** The messages of a number belong to no customer any more. Stream `contact-<id>`. */
export type ContactReleased = {
  type: 'ContactReleased'
  data: { contactId: number; releasedAt: Time }
}

export type ContactEvent = ContactNoted | ContactConsentChanged | ContactAssigned | ContactReleased

/** Appointment reminders are switched on or off for all customers. Stream `messaging-settings`. */
export type ReminderSettingsChanged = {
  type: 'ReminderSettingsChanged'
  data: { on: boolean; changedAt: Time }
}

/** Whether customers are asked again about quotes that they have not answered. Stream `messaging-settings`. */
export type QuoteFollowUpsSwitched = {
  type: 'QuoteFollowUpsSwitched'
  data: { on: boolean; changedAt: Time }
}

/** Staff skip the reminder of one appointment, or send it after all. Stream `reminder-<appointmentId>`. */
export type ReminderSkipped = {
  type: 'ReminderSkipped'
  data: {
    appointmentId: number
    /** The version of the appointment that the reminder is about: a later version gets a reminder again. */
    since: number
    skip: boolean
    changedAt: Time
  }
}

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

export type SecretName = 'password' | 'accountSid' | 'authToken'
type ChangedSecrets = { secretsSet?: SecretName[]; secretsRemoved?: SecretName[] }

export type MailSenderFields = {
  host: string
  port: number
  encryption: 'tls' | 'starttls' | 'none'
  user: string
  fromName: string
  fromAddress: string
  replyTo: string
}

/** Holds only what is different; null: none. The values of secrets are in no event. Stream `senders-1`. */
export type MailSenderSet = {
  type: 'MailSenderSet'
  data: { [Field in keyof MailSenderFields]?: MailSenderFields[Field] | null } & ChangedSecrets & {
      changedAt: Time
    }
}

/** The same of the SMS account. */
export type SmsSenderSet = {
  type: 'SmsSenderSet'
  data: { from?: string | null; changedAt: Time } & ChangedSecrets
}

/** Where mail about new leads goes; null: where it goes while nothing is set. */
export type LeadMailSet = { type: 'LeadMailSet'; data: { to: string | null; changedAt: Time } }

/** A mail server or an SMS account was forgotten, with its secrets. */
export type SenderRemoved = { type: 'SenderRemoved'; data: { channel: Channel; changedAt: Time } }

/** A test was sent through what is set. Stream `sender-test-1`. */
export type SenderTried = { type: 'SenderTried'; data: { channel: Channel; triedAt: Time } }

export type SenderEvent = MailSenderSet | SmsSenderSet | LeadMailSet | SenderRemoved
