import { toE164 } from '@plumbline/platform/e164'
import { erased } from '@plumbline/platform/encryption'
import { recordEtag } from '@plumbline/platform/event-store'
import { moneyOrNull } from '@plumbline/platform/money'
import { defineProjection, int, money, type RowOf, text, timestamptz } from '@plumbline/platform/projections'
import type { Lead } from '../api.ts'
import type { LeadEvent } from '../events.ts'
import { searchText, sortName } from '../search.ts'

const columns = {
  id: int,
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
  serviceNeeded: text.null,
  projectDescription: text.null,
  status: text.of<Lead['status']>(),
  source: text,
  estimatedValue: money.null,
  lostReason: text.null,
  followUpOn: text.null,
  notes: text.null,
  customerId: int.null,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  /** The text that `searchCondition` compares. */
  search: text,
  sortName: text,
  /** Of the stream. */
  version: int,
}
export type LeadRow = RowOf<typeof columns>

/** One row per lead, as the list shows it. */
export const leads = defineProjection<LeadEvent>()({
  name: 'leads',
  version: 10,
  columns,
  indexes: [
    '(created_at DESC, id DESC)',
    '(customer_id)',
    'USING gin (search public.gin_trgm_ops)',
    // the leads that wait
    `(created_at) WHERE status = 'new'`,
    `(follow_up_on) WHERE follow_up_on IS NOT NULL AND status NOT IN ('converted', 'lost')`,
  ],
  key: ({ data }) => data.leadId,
  on: {
    LeadReceived: (_, { data: { leadId, receivedAt, ...details }, version }) =>
      withSearchFields({
        id: leadId,
        ...details,
        status: 'new',
        estimatedValue: null,
        lostReason: null,
        followUpOn: null,
        notes: null,
        customerId: null,
        createdAt: receivedAt,
        updatedAt: receivedAt,
        version,
      }),
    LeadDetailsChanged: (row, { data: { leadId: _, changedAt, ...changes }, version }) =>
      row && withSearchFields({ ...row, ...changes, updatedAt: changedAt, version }),
    LeadStatusChanged: (row, { data: { status, lostReason = null, changedAt }, version }) =>
      row && { ...row, status, lostReason, updatedAt: changedAt, version },
    LeadFollowUpPlanned: (row, { data: { followUpOn, plannedAt }, version }) =>
      row && { ...row, followUpOn, updatedAt: plannedAt, version },
    LeadNoted: (row, { data: { notes, notedAt }, version }) =>
      row && { ...row, notes, updatedAt: notedAt, version },
    LeadValued: (row, { data: { estimatedCents, valuedAt }, version }) =>
      row && { ...row, estimatedValue: moneyOrNull(estimatedCents), updatedAt: valuedAt, version },
    LeadRemoved: () => null,
    LeadRestored: (_, { data: { leadId, receivedAt, restoredAt, estimatedCents, ...lead }, version }) =>
      withSearchFields({
        id: leadId,
        ...lead,
        estimatedValue: moneyOrNull(estimatedCents),
        customerId: null,
        createdAt: receivedAt,
        updatedAt: restoredAt,
        version,
      }),
    LeadLinked: (row, { data: { customerId, linkedAt }, version }) =>
      row && { ...row, customerId, updatedAt: linkedAt, version },
    LeadConverted: (row, { data: { customerId, convertedAt }, version }) =>
      row && { ...row, status: 'converted', customerId, updatedAt: convertedAt, version },
  },
})

const withSearchFields = (row: Omit<LeadRow, 'search' | 'sortName'>): LeadRow => ({
  ...row,
  search: searchText({ ...row, phoneE164: toE164(row.phone), address: null }),
  sortName: sortName(row),
})

/** Changes with every change of the lead. */
/** As that of a customer. */
export const leadEtag = (row: Pick<LeadRow, 'id' | 'version' | 'email'>): string =>
  recordEtag(row, leads.version, ...(row.email === erased ? [erased] : []))

/** The row as answers show it. */
export const toLead = ({ search: _, sortName: __, version: ___, ...lead }: LeadRow): Lead => lead
