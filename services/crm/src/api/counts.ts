import * as z from 'zod/mini'

/** What a lead waits for: a quote for longer than promised, or a follow-up whose day has come. */
export const leadWaits = ['quote', 'follow-up'] as const
export type LeadWait = (typeof leadWaits)[number]

/** Leads that are waiting for the business, and the one that came last. */
export const LeadCounts = z.object({
  /** Still new after `quoteDueHours`. */
  quotesOverdue: z.int(),
  /** Open, with a follow-up planned for today or before. */
  followUpsDue: z.int(),
  /** The newest without an answer. */
  newest: z.nullable(z.object({ id: z.int(), firstName: z.string(), createdAt: z.iso.datetime() })),
})
export type LeadCounts = z.infer<typeof LeadCounts>

export const countLeads = {
  method: 'GET',
  path: '/api/leads/counts',
  summary: 'Count the leads whose quote is overdue and the follow-ups that are due, and name the newest lead',
  needs: 'leads',
  response: LeadCounts,
} as const
