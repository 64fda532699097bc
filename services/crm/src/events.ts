import * as z from 'zod/mini'

// other services speak of a lead's service by its label
export { leadServices } from './api.ts'

/** A visitor (or staff) asked for an estimate. Stream `lead-<id>`. */
export const LeadReceived = z.object({
  type: z.literal('LeadReceived'),
  data: z.object({
    leadId: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    serviceNeeded: z.nullable(z.string()),
    projectDescription: z.nullable(z.string()),
    source: z.string(),
    receivedAt: z.iso.datetime(),
  }),
})
export type LeadReceived = z.infer<typeof LeadReceived>

export const LeadEvent = z.discriminatedUnion('type', [LeadReceived])
export type LeadEvent = z.infer<typeof LeadEvent>
