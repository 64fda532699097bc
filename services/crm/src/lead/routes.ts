import { readClock, readServiceTitle } from '@plumbline/business/directory'
import { toE164 } from '@plumbline/platform/e164'
import { erased } from '@plumbline/platform/encryption'
import { rejection } from '@plumbline/platform/errors'
import type { CommandContext } from '@plumbline/platform/event-store'
import { type AnyRoute, answerList, type Call, type Endpoint, route } from '@plumbline/platform/http'
import {
  addLead,
  changeLead,
  convertLead,
  countLeads,
  getLead,
  type Lead,
  linkLead,
  listLeads,
  matchLead,
  removeLead,
  requestEstimate,
  restoreLead,
} from '../api.ts'
import { toCustomer } from '../customer/projection.ts'
import { customerById, matchingCustomers } from '../customer/queries.ts'
import * as commands from './commands.ts'
import { requireExistingLead } from './decider.ts'
import { type LeadRow, leadEtag, toLead } from './projection.ts'
import { leadById, leadCounts, leadList } from './queries.ts'

export const leadRoutes: readonly AnyRoute[] = [
  route(requestEstimate, receiveEstimateRequest),
  route(listLeads, async (call) => {
    const { today } = await readClock(call.db, call.now)
    return answerList(call, listLeads.path, leadList(call.now, today))
  }),
  route(addLead, async (call) => toLead(await commands.receiveLead(call, call.body))),
  route(countLeads, ({ db, now }) => leadCounts(db, now)),
  route(getLead, async (call) =>
    withEtag(call, requireExistingLead(await leadById(call.db, call.params.id))),
  ),
  route(changeLead, async (call) =>
    withEtag(call, await commands.changeLead(call, call.params.id, call.body)),
  ),
  route(removeLead, async (call) => ({
    id: call.params.id,
    version: await commands.removeLead(call, call.params.id),
  })),
  route(restoreLead, async (call) =>
    withEtag(call, await commands.restoreLead(call, call.params.id, call.params.version)),
  ),
  route(matchLead, async ({ db, params }) => {
    const lead = requireExistingLead(await leadById(db, params.id))
    // every erased person has the same e-mail address: `[erased]`
    if (lead.email === erased) return []
    const linked = lead.customerId === null ? undefined : await customerById(db, lead.customerId)
    const matches = await matchingCustomers(db, toE164(lead.phone), lead.email)
    // who is linked may have another number by now
    const isMissing = linked && linked.firstName !== erased && !matches.some(({ id }) => id === linked.id)
    return [...(isMissing ? [linked] : []), ...matches].map((row) => ({
      ...toCustomer(row),
      isLinked: row.id === linked?.id,
    }))
  }),
  route(convertLead, async (call) =>
    toConversion(call, await commands.convertLead(call, call.params.id, call.body.customerId)),
  ),
  route(linkLead, async (call) =>
    toConversion(call, await commands.linkLead(call, call.params.id, call.body.customerId)),
  ),
]

const toConversion = async (
  ctx: Pick<CommandContext, 'db' | 'now'>,
  { lead, customer }: commands.LeadAndCustomer,
) => ({
  lead: toLead(lead),
  customer: toCustomer(customer),
  serviceType: await serviceTypeOf(ctx, lead.serviceNeeded),
})

const serviceTypeOf = async ({ db, now }: Pick<CommandContext, 'db' | 'now'>, service: string | null) =>
  service === null ? null : readServiceTitle(db, service, now)

function withEtag({ header }: Pick<Call<Endpoint>, 'header'>, lead: LeadRow): Lead {
  header('ETag', leadEtag(lead))
  return toLead(lead)
}

// people take longer to read and fill in the dialog
const minFillInMs = 2_000

async function receiveEstimateRequest(call: Call<typeof requestEstimate>): Promise<Lead> {
  const { website, source, ...form } = call.body
  if (website) return decoy(form, call.now)
  // for how long the dialog was open, where the sender measures it; nothing is not less
  const openFor = call.request.get('x-open-for-ms')
  if (openFor !== undefined && Number(openFor) < minFillInMs)
    throw rejection('too-many', 'Please wait a moment, then submit again.', {
      retryAfter: 2,
    })
  return toLead(await commands.receiveLead(call, { ...form, source }))
}

/** The answer to a bot that filled in the hidden field: it looks like any other, and nothing is stored. */
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
  notes: null,
  customerId: null,
  createdAt: now.toISOString(),
  updatedAt: now.toISOString(),
})
