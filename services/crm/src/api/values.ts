/** How leads and customers came to the business. A customer's source may be any other text. */
export const leadSources = ['website', 'referral', 'phone', 'direct', 'social'] as const
export const leadStatuses = ['new', 'contacted', 'quoted', 'converted', 'lost'] as const
export const leadStatusLabels: Record<(typeof leadStatuses)[number], string> = {
  new: 'New',
  contacted: 'Contacted',
  quoted: 'Quoted',
  converted: 'Converted',
  lost: 'Lost',
}

/** Where a lead may go from each status: steps may be skipped but not reversed, and converting is a command of its own. */
export const nextLeadStatuses: Record<
  (typeof leadStatuses)[number],
  readonly (typeof leadStatuses)[number][]
> = {
  new: ['contacted', 'quoted', 'lost'],
  contacted: ['quoted', 'lost'],
  quoted: ['lost'],
  converted: [],
  // for another reason
  lost: ['lost'],
}

export const customerStatuses = ['lead', 'active', 'completed'] as const
export const customerStatusLabels: Record<(typeof customerStatuses)[number], string> = {
  lead: 'Lead',
  active: 'Active',
  completed: 'Completed',
}

/** Where a customer may go from each status. */
export const nextCustomerStatuses: Record<string, readonly string[]> = {
  lead: ['active'],
  active: ['completed'],
  completed: ['active'],
}

/** The service a visitor picks in the estimate dialog: value on the wire, label on the screen. */
export const leadServices = {
  'general-repair': 'General Repairs',
  painting: 'Painting & Finishing',
  installation: 'Installation Services',
  plumbing: 'Plumbing',
  electrical: 'Electrical',
  other: 'Other',
} as const

/** The kind of job that a lead's service becomes; null when the lead names none. */
export function serviceTypeOf(serviceNeeded: string | null): string | null {
  if (serviceNeeded === null) return null
  const isOffered = serviceNeeded === 'painting' || serviceNeeded === 'installation'
  return leadServices[isOffered ? serviceNeeded : 'general-repair']
}

/** What the public page promises: a quote within this time. */
export const quoteDueHours = 24

/** The name of a customer or a lead; companies have no last name. @example fullName(ann) // 'Ann Lee' */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** The orders of lists of people; `name` is by last name. */
export const personSorts = ['newest', 'oldest', 'name'] as const

/** What is said of a text that is longer than `max`. */
export const tooLong = (max: number) => `At most ${max} characters`
