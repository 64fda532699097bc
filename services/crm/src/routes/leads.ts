import { reject } from '@plumbline/platform/errors'
import { type EventStore, erased, readModelTag } from '@plumbline/platform/event-store'
import { type AnyRoute, type Call, type Endpoint, route } from '@plumbline/platform/http'
import {
  changeLead,
  convertLead,
  getLead,
  type Lead,
  listLeads,
  matchLead,
  requestEstimate,
  serviceTypeOf,
} from '../api.ts'
import * as commands from '../leads.ts'
import { e164 } from '../phone.ts'
import { matchingCustomers } from '../projections/customerQueries.ts'
import { shownCustomer } from '../projections/customers.ts'
import * as queries from '../projections/leads.ts'
import { nextLink } from './nextLink.ts'

export const leadRoutes = (store: EventStore): AnyRoute[] => [
  route(requestEstimate, (call) => receive(store, call)),
  route(listLeads, list, ({ db }, seen) => readModelTag(db, 'crm', queries.leads, seen)),
  route(getLead, async (call) => {
    const lead = await queries.leadById(call.db, call.params.id)
    if (!lead) throw reject('not-found', 'Lead not found')
    return respond(call, lead)
  }),
  route(changeLead, async (call) =>
    respond(
      call,
      await commands.changeLead({ store, ...call }, call.params.id, call.body, call.unlessChanged),
    ),
  ),
  route(matchLead, async ({ db, params }) => {
    const lead = await queries.leadById(db, params.id)
    if (!lead) throw reject('not-found', 'Lead not found')
    // those who have been erased have that word in common, and no more
    if (lead.email === erased) return []
    return (await matchingCustomers(db, e164(lead.phone), lead.email)).map(shownCustomer)
  }),
  route(convertLead, async (call) => {
    const { lead, customer } = await commands.convertLead(
      { store, ...call },
      call.params.id,
      call.body.customerId,
    )
    return { lead, customer: shownCustomer(customer), serviceType: serviceTypeOf(lead.serviceNeeded) }
  }),
]

async function list({ query, db, header }: Call<typeof listLeads>): Promise<Lead[]> {
  const { rows, next } = await queries.listLeads(db, query)
  if (next !== null) header('Link', nextLink(listLeads.path, query, next))
  return rows
}

function respond({ header }: Pick<Call<Endpoint>, 'header'>, lead: Lead): Lead {
  header('ETag', queries.leadEtag(lead))
  return lead
}

// nobody reads and fills in the dialog faster than this
const fastestPersonMs = 2_000

async function receive(store: EventStore, call: Call<typeof requestEstimate>): Promise<Lead> {
  const { website, openForMs, source, ...form } = call.body
  if (website) return decoy(form, call.now)
  if (openForMs !== undefined && openForMs < fastestPersonMs)
    throw reject('too-many', 'That was very quick. Please wait a moment and send it again.', {
      retryAfter: 2,
    })
  return commands.receiveLead({ store, ...call }, { ...form, source })
}

/** What a bot that filled in the hidden field gets: an answer like any other, and nothing stored. */
const decoy = (
  form: Pick<Lead, 'firstName' | 'lastName' | 'email' | 'phone'> & Partial<Lead>,
  now: Date,
): Lead => ({
  id: 1 + (now.getTime() % 10_000),
  ...form,
  serviceNeeded: form.serviceNeeded || null,
  projectDescription: form.projectDescription || null,
  status: 'new',
  source: 'website',
  estimatedValue: null,
  lostReason: null,
  followUpOn: null,
  customerId: null,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
})
