import type { Personal } from '@plumbline/platform/encryption'
import { defineService } from '@plumbline/platform/service'
import { appointments } from './appointments.ts'
import { consents } from './consent/projection.ts'
import { consentRoutes } from './consent/routes.ts'
import { assignContacts, reconcileContacts } from './contact/assignContacts.ts'
import { contactMessages } from './contact/messages.ts'
import { contacts } from './contact/projection.ts'
import { contactReadMarks } from './contact/readMark.ts'
import { contactRoutes } from './contact/routes.ts'
import { receiveMessage, writeMessage } from './conversation/commands.ts'
import { notifyCustomer } from './conversation/notifyCustomer.ts'
import { messages } from './conversation/projection.ts'
import { conversationRoutes } from './conversation/routes.ts'
import { customers } from './customers.ts'
import { notifyOwner } from './delivery/notifyOwner.ts'
import { type ConsentEvent, type ContactEvent, type MessageEvent, personal, upcasters } from './events.ts'
import { followUpQuotes } from './follow-up/followUp.ts'
import { openQuotes } from './follow-up/openQuotes.ts'
import { deliveryMigrations } from './ledger/migrations.ts'
import { noteJobChanges } from './notice/noteJobChanges.ts'
import { noticeJobsMigration } from './notice/noticeJobs.ts'
import { readConversation } from './readMark/commands.ts'
import { readMarks } from './readMark/projection.ts'
import { remindOfAppointments } from './reminder/remind.ts'
import { reminderRoutes } from './reminder/routes.ts'
import { reminderSkips } from './reminder/skips.ts'
import { senderRoutes } from './senders/routes.ts'
import { secretMigrations } from './senders/secrets.ts'
import type { MessagingSettings } from './settings.ts'
import { customerLinks } from './texts/fillLinks.ts'
import { webhookRoutes } from './webhook/routes.ts'

export { contactSubjectsOf } from './contact/erasure.ts'
export { sendDelivery } from './delivery/worker.ts'
export { type DeliveryAbout, deliveriesAbout } from './ledger/deliveriesAbout.ts'
export { forgetDeliveries } from './ledger/erasure.ts'
export { deliveriesOf01 } from './ledger/migrations.ts'
export type { MessagingSettings } from './settings.ts'

const commands = { writeMessage, receiveMessage, readConversation }

/** Conversations with customers, and everything that is sent. */
export const messaging = defineService<MessagingSettings, typeof commands>({
  name: 'messaging',
  personal: personal satisfies Personal<MessageEvent | ConsentEvent | ContactEvent>,
  upcasters,
  projections: [messages, readMarks, consents, reminderSkips, contacts, contactMessages, contactReadMarks],
  asyncProjections: [customers.projection, customerLinks, appointments, openQuotes],
  migrations: [
    ...deliveryMigrations,
    noticeJobsMigration,
    ...secretMigrations,
    { id: 'message-ids-v1', sql: 'CREATE SEQUENCE message_id AS integer' },
    { id: 'contact-ids-v1', sql: 'CREATE SEQUENCE contact_id AS integer' },
  ],
  routes: [
    ...conversationRoutes,
    ...consentRoutes,
    ...contactRoutes,
    ...reminderRoutes,
    ...senderRoutes,
    ...webhookRoutes,
  ],
  commands,
  reactors: [notifyOwner, notifyCustomer, noteJobChanges, assignContacts],
  timers: [remindOfAppointments, followUpQuotes, reconcileContacts],
  // queues and SMTP are a quarter of all modules, and only a worker uses them
  startWork: async (resources) => (await import('./delivery/startWorker.ts')).startWorker(resources),
})
