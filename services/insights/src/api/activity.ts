import { logPosition } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'

/** A field that an event changed; null where it was or is empty. */
const Change = z.object({ field: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })

/** One event, described for people. */
export const ActivityItem = z.object({
  /** The position in the log. */
  id: z.string(),
  at: z.iso.datetime(),
  kind: z.enum(['customer', 'lead', 'appointment', 'quote', 'invoice', 'payment', 'message', 'member']),
  title: z.string(),
  /** The name of the person it is about. */
  person: z.nullable(z.string()),
  /** Who caused it: `staff`, `a visitor`, or a service. */
  actor: z.string(),
  /** The path of the subject in the back-office. */
  link: z.nullable(z.string()),
  changes: z.array(Change),
  /** Who an appointment is assigned to; events have no names. */
  assigneeIds: z.optional(z.array(z.int())),
  /** The path to which a POST takes it back; null where that cannot be. */
  restore: z.nullable(z.string()),
})
export type ActivityItem = z.infer<typeof ActivityItem>

export const activity = {
  method: 'GET',
  path: '/api/activity',
  summary:
    'List activity, newest first; `before` is the id of the last item of the page before, `incoming=true` asks for what visitors and customers sent, `record`, as in `lead-7`, for all of one record',
  needs: 'self',
  query: z.object({
    limit: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'The limit is a number up to 100'))),
    before: z.optional(logPosition),
    incoming: z.optional(z.literal('true')),
    record: z.optional(
      z.string().check(z.regex(/^(customer|lead|appointment|quote|invoice|member)-[1-9]\d{0,8}$/)),
    ),
  }),
  response: z.array(ActivityItem),
} as const
