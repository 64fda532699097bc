import { type Db, run, sql, type Tx } from '@plumbline/platform/db'
import { reject } from '@plumbline/platform/errors'
import type { EventStore, Metadata } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, route } from '@plumbline/platform/http'
import { type Lead, type LeadForm, leadSources, listLeads, requestEstimate } from './api.ts'
import { lead, leadStream } from './lead.ts'
import { allLeads, leadById } from './projections/leads.ts'

export const routes = (store: EventStore): AnyRoute[] => [
  route(requestEstimate, (call) => receiveLead(store, call)),
  route(listLeads, ({ db }) => allLeads(db)),
]

// nobody reads and fills in the dialog faster than this
const fastestPersonMs = 2_000

async function receiveLead(
  store: EventStore,
  { body, db, metadata, now }: Call<typeof requestEstimate>,
): Promise<Lead> {
  const { website, openForMs, source, ...form } = body
  if (website) return decoy(form, now)
  if (openForMs !== undefined && openForMs < fastestPersonMs)
    throw reject('too-many', 'That was very quick. Please wait a moment and send it again.', {
      retryAfter: 2,
    })
  return storeLead(store, db, { ...form, source }, metadata, now)
}

export type NewLead = Omit<LeadForm, 'source'> & { source?: string }

/** Stores a lead in the caller's transaction and answers it as the list shows it. */
export async function storeLead(
  store: EventStore,
  tx: Tx,
  form: NewLead,
  metadata: Metadata,
  now: Date,
): Promise<Lead> {
  const leadId = await nextId(tx)
  const source = leadSources.find((value) => value === form.source) ?? 'website'
  await store.handle(tx, {
    stream: leadStream(leadId),
    decider: lead,
    command: { type: 'ReceiveLead', leadId, ...form, source, now: now.toISOString() },
    metadata,
  })
  const received = await leadById(tx, leadId)
  if (!received) throw new Error(`lead ${leadId} is missing from its read model`)
  return received
}

const nextId = async (db: Db) =>
  Number((await run<{ id: string }>(db, sql`SELECT nextval('lead_id') AS id`))[0]?.id)

/** What a bot that filled in the hidden field gets: an answer like any other, and nothing stored. */
const decoy = (
  form: Pick<Lead, 'firstName' | 'lastName' | 'email' | 'phone'> & Partial<Lead>,
  now: Date,
): Lead => ({
  id: 1 + (now.getTime() % 10_000),
  ...form,
  serviceNeeded: form.serviceNeeded ?? null,
  projectDescription: form.projectDescription ?? null,
  status: 'new',
  source: 'website',
  estimatedValue: null,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
})
