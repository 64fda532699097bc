import type { Recorded } from '@plumbline/platform/event-store'
import { dollars } from '@plumbline/platform/money'
import { paymentMethodLabels } from '../api.ts'
import { changedInvoiceLabels, type InvoiceEvent, invoiceNumberText, isRestorable } from '../events.ts'

/** The time that the event states; it may be stored later. */
export function occurredAt({ type, data }: InvoiceEvent): string {
  switch (type) {
    case 'InvoiceDrafted':
      return data.draftedAt
    case 'InvoiceChanged':
      return data.changedAt
    case 'InvoiceIssued':
      return data.issuedAt
    case 'PaymentReceived':
    case 'PaymentRefunded':
      return data.recordedAt
    case 'InvoiceOverdue':
      return data.markedAt
    case 'InvoiceVoided':
      return data.voidedAt
    case 'PaymentReminderRequested':
    case 'InvoiceSendRequested':
      return data.requestedAt
  }
}

function sentence({ type, data }: InvoiceEvent): string {
  switch (type) {
    case 'InvoiceDrafted':
      return `Created, ${dollars(data.lines.reduce((sum, it) => sum + it.amountCents + it.taxCents, 0))}`
    case 'InvoiceChanged': {
      const changed = Object.entries(changedInvoiceLabels).filter(([name]) => name in data)
      return `Changed ${changed.map(([, label]) => `the ${label.toLowerCase()}`).join(', ')}`
    }
    case 'InvoiceIssued':
      return `Issued as ${invoiceNumberText(data.number)}`
    case 'PaymentReceived':
      return `Payment of ${dollars(data.amountCents)} by ${paymentMethodLabels[data.method]}`
    case 'PaymentRefunded':
      return data.reason === 'undone'
        ? `Payment of ${dollars(data.amountCents)} undone, no money went back`
        : `Refund of ${dollars(data.amountCents)}`
    case 'InvoiceOverdue':
      return 'Overdue'
    case 'InvoiceVoided':
      return data.reason === 'undone' ? 'Invoice undone, it is void' : 'Void'
    case 'PaymentReminderRequested':
      return `Reminder by ${data.channel === 'sms' ? 'SMS' : 'email'} for ${dollars(data.balanceCents)}`
    case 'InvoiceSendRequested':
      return 'Sent by email'
  }
}

/** `stream`: all events of the invoice. */
export const historyEntry = (
  event: Recorded<InvoiceEvent>,
  stream: readonly InvoiceEvent[],
): { at: string; actor: string; actorName?: string; text: string; restore?: string } => ({
  at: occurredAt(event),
  actor: event.metadata.actor,
  ...(event.metadata.actorName && { actorName: event.metadata.actorName }),
  text: sentence(event),
  ...(event.type === 'InvoiceChanged' &&
    isRestorable(event, stream) && {
      restore: `/api/invoices/${event.data.invoiceId}/changes/${event.version}/restore`,
    }),
})
