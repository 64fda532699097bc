import { erased } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
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
import { toCustomer } from '../projections/customers.ts'
import * as queries from '../projections/leads.ts'
import { nextLink } from './nextLink.ts'

export const leadRoutes: readonly AnyRoute[] = [
  route(requestEstimate, receive),
  route(listLeads, list),
  route(getLead, async (call) => {
    const lead = await queries.leadById(call.db, call.params.id)
    if (!lead) throw rejection('not-found', 'Lead not found')
    return respond(call, lead)
  }),
  route(changeLead, async (call) =>
    respond(call, await commands.changeLead(call, call.params.id, call.body)),
  ),
  route(matchLead, async ({ db, params }) => {
    const lead = await queries.leadById(db, params.id)
    if (!lead) throw rejection('not-found', 'Lead not found')
    // those who have been erased have that word in common, and no more
    if (lead.email === erased) return []
    return (await matchingCustomers(db, e164(lead.phone), lead.email)).map(toCustomer)
  }),
  route(convertLead, async (call) => {
    const { lead, customer } = await commands.convertLead(call, call.params.id, call.body.customerId)
    return { lead, customer: toCustomer(customer), serviceType: serviceTypeOf(lead.serviceNeeded) }
  }),
]

async function list({ query, db, header }: Call<typeof listLeads>) {
  if (query.limit === undefined) return queries.streamLeads(db, query)
  const { rows, next } = await queries.listLeads(db, query)
  if (next !== null) header('Link', nextLink(listLeads.path, query, next))
  return rows
}

function respond({ header }: Pick<Call<Endpoint>, 'header'>, lead: queries.LeadRow): Lead {
  header('ETag', queries.leadEtag(lead))
  return queries.toLead(lead)
}

// nobody reads and fills in the dialog faster than this
const fastestPersonMs = 2_000

async function receive(call: Call<typeof requestEstimate>): Promise<Lead> {
  const { website, openForMs, source, ...form } = call.body
  if (website) return decoy(form, call.now)
  if (openForMs !== undefined && openForMs < fastestPersonMs)
    throw rejection('too-many', 'That was very quick. Please wait a moment and send it again.', {
      retryAfter: 2,
    })
  return queries.toLead(await commands.receiveLead(call, { ...form, source }))
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
