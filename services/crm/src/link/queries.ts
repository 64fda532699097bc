import type { QuoteEvent } from '@plumbline/billing/events'
import { type Db, first, run } from '@plumbline/platform/db'
import { rejection } from '@plumbline/platform/errors'
import { readStream } from '@plumbline/platform/event-store'
import { appointmentsTable } from '../appointments.ts'
import { mergeResolution } from '../customer/mergeResolution.ts'
import { customersTable } from '../customer/projection.ts'
import type { LinkScope } from '../events.ts'
import { invoicesTable } from '../invoices.ts'
import { type LinkRow, customerLinksTable as table } from './projection.ts'

const { join, recordIds } = mergeResolution(customersTable.name)

const isLive = (now: string) => `revoked_at IS NULL AND expires_at > ${now}`
const ofCustomer = (id: string) => `customer_id = ANY (${recordIds(id)})`

/** A link, and the customer it leads to today, null where there is none any more. */
export type FoundLink = LinkRow & { currentCustomerId: number | null }

export async function findLink(db: Db, id: number): Promise<FoundLink | undefined> {
  return first<FoundLink>(db, {
    name: 'customer-link-by-id',
    text: `SELECT link.*, c.id AS "currentCustomerId" FROM (${table.select} WHERE id = $1) link ${join('link."customerId"')}`,
    values: [id],
  })
}

/** What staff know a document by. */
export type NamedLink = LinkRow & {
  /** Of an invoice. */
  number: number | null
  /** Of an appointment. */
  title: string | null
  startsAt: string | null
}

/** Those of a customer, under any merged record, that were not revoked; newest first. */
export const linksOf = (db: Db, customerId: number): Promise<NamedLink[]> =>
  run<NamedLink>(db, {
    name: 'customer-links',
    text: `SELECT link.*, i.number, a.title, a.starts_at AS "startsAt"
      FROM (${table.select} WHERE ${ofCustomer('$1::integer')} AND revoked_at IS NULL) link
      LEFT JOIN ${invoicesTable.name} i ON link.kind = 'invoice' AND i.id = link."documentId"
      LEFT JOIN ${appointmentsTable.name} a ON link.kind = 'appointment' AND a.id = link."documentId"
      ORDER BY link."issuedAt" DESC, link.id DESC`,
    values: [customerId],
  })

/** The one that a customer has for a document. */
export async function liveLinkFor(
  db: Db,
  customerId: number,
  { kind, id }: LinkScope,
  now: Date,
): Promise<LinkRow | undefined> {
  return first<LinkRow>(db, {
    name: 'live-customer-link-for',
    text: `${table.select} WHERE ${ofCustomer('$1::integer')} AND ${isLive('$2')} AND kind = $3 AND document_id = $4
      ORDER BY issued_at DESC, id DESC LIMIT 1`,
    values: [customerId, now, kind, id],
  })
}

/** The customer of a quote, and whether it was sent. */
export async function findQuote(db: Db, id: number): Promise<{ customerId: number; isSent: boolean }> {
  const [drafted, ...later] = await readStream<QuoteEvent>(db, `quote-${id}`)
  if (drafted?.type !== 'QuoteDrafted') throw rejection('not-found', 'Quote not found')
  const isSent = later.some(({ type }) => type === 'QuoteSent')
  return { customerId: drafted.data.customerId, isSent }
}

/** The customer of a quote. One that was never sent has no link: it is not for a customer's eyes yet. */
export async function customerOfQuote(db: Db, id: number): Promise<number> {
  const { customerId, isSent } = await findQuote(db, id)
  if (!isSent) throw rejection('conflict', 'Send this quote before you share it.')
  return customerId
}

/** The customer of an invoice. A draft has no link: it is not for a customer's eyes yet. */
export async function customerOfInvoice(db: Db, id: number): Promise<number> {
  const [invoice] = await run<{ customerId: number; status: string }>(db, {
    name: 'customer-of-linked-invoice',
    text: `SELECT customer_id AS "customerId", status FROM ${invoicesTable.name} WHERE id = $1`,
    values: [id],
  })
  if (!invoice) throw rejection('not-found', 'Invoice not found', { mayArriveLater: true })
  if (invoice.status === 'draft') throw rejection('conflict', 'Issue this draft before you share it.')
  return invoice.customerId
}

/** The customer of an appointment. */
export async function customerOfAppointment(db: Db, id: number): Promise<number> {
  const [appointment] = await run<{ customerId: number }>(db, {
    name: 'customer-of-linked-appointment',
    text: `SELECT customer_id AS "customerId" FROM ${appointmentsTable.name} WHERE id = $1`,
    values: [id],
  })
  if (!appointment) throw rejection('not-found', 'Appointment not found', { mayArriveLater: true })
  return appointment.customerId
}
