import { money, pageQuery } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { leadWaits } from './counts.ts'
import { leadStatuses, personSorts, tooLong } from './values.ts'

export const Lead = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  serviceNeeded: z.nullable(z.string()),
  projectDescription: z.nullable(z.string()),
  status: z.enum(leadStatuses),
  source: z.string(),
  estimatedValue: z.nullable(money),
  /** Why it was lost. */
  lostReason: z.nullable(z.string()),
  /** A day, `YYYY-MM-DD`. */
  followUpOn: z.nullable(z.string()),
  /** What staff note about it. */
  notes: z.nullable(z.string()),
  /** The customer who asked, once that is known; it was converted into them when its status says so. */
  customerId: z.nullable(z.int()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Lead = z.infer<typeof Lead>

export const listLeads = {
  method: 'GET',
  path: '/api/leads',
  summary: 'List leads, newest first; with a limit the Link header has the next page',
  needs: 'leads',
  query: z.object({
    /** Part of a name, e-mail or phone number in any format; every word must occur. */
    q: z.optional(z.string().check(z.maxLength(200, tooLong(200)))),
    status: z.optional(z.enum(leadStatuses, { error: 'There is no such status' })),
    waiting: z.optional(z.enum(leadWaits, { error: 'Leads wait for a quote or a follow-up' })),
    sort: z.optional(z.enum([...personSorts, 'follow-up', 'quote-due'], { error: 'There is no such order' })),
    ...pageQuery,
  }),
  response: z.array(Lead),
} as const
