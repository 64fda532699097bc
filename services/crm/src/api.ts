import * as z from 'zod/mini'

export const leadSources = ['website', 'referral', 'phone', 'direct', 'social'] as const
export const leadStatuses = ['new', 'contacted', 'quoted', 'converted', 'lost'] as const

/** The service a visitor picks in the estimate dialog: value on the wire, label on the screen. */
export const leadServices = {
  'general-repair': 'General Repairs',
  painting: 'Painting & Finishing',
  installation: 'Installation Services',
  plumbing: 'Plumbing',
  electrical: 'Electrical',
  other: 'Other',
} as const

const name = (message: string) =>
  z
    .string({ error: message })
    .check(z.trim(), z.minLength(1, message), z.maxLength(100, 'At most 100 characters'))
const emailMessage = 'Please enter a valid email'
const phoneMessage = 'Please enter a valid phone number'

/** What a visitor fills in. The same rules hold in the form and on the server. */
export const LeadForm = z.object({
  firstName: name('First name is required'),
  lastName: name('Last name is required'),
  email: z
    .string({ error: emailMessage })
    .check(z.trim(), z.maxLength(254, emailMessage), z.email(emailMessage)),
  phone: z
    .string({ error: phoneMessage })
    .check(z.trim(), z.minLength(10, phoneMessage), z.maxLength(30, phoneMessage)),
  serviceNeeded: z.optional(z.nullable(z.string().check(z.maxLength(100, 'At most 100 characters')))),
  projectDescription: z.optional(z.nullable(z.string().check(z.maxLength(5000, 'At most 5000 characters')))),
})
export type LeadForm = z.infer<typeof LeadForm>

export const LeadRequest = z.extend(LeadForm, {
  source: z.optional(z.string().check(z.maxLength(30))),
  /** Left empty by people: a filled value marks a bot. */
  website: z.optional(z.string()),
  /** Milliseconds the dialog was open, when the sender knows. */
  openForMs: z.optional(z.number()),
})
export type LeadRequest = z.infer<typeof LeadRequest>

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
  /** Money as text with two decimals. */
  estimatedValue: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Lead = z.infer<typeof Lead>

export const requestEstimate = {
  method: 'POST',
  path: '/api/leads',
  summary: 'Ask for a free estimate',
  access: 'public',
  creates: true,
  limits: [
    { per: 'address', max: 5, seconds: 3600 },
    { per: 'everyone', max: 100, seconds: 3600 },
  ],
  body: LeadRequest,
  response: Lead,
} as const

export const listLeads = {
  method: 'GET',
  path: '/api/leads',
  summary: 'Every lead, newest first',
  access: 'session',
  response: z.array(Lead),
} as const
