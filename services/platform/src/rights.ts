/** What members of the business may do. Plain values: it runs in the browser too and imports nothing. */

/** Each right with the one that it needs: without that one it is worth nothing. */
const needed = {
  'schedule.own.view': null,
  'schedule.own.complete': 'schedule.own.view',
  'schedule.own.edit': 'schedule.own.view',
  'schedule.all.view': 'schedule.own.view',
  'schedule.all.edit': 'schedule.all.view',
  'schedule.all.delete': 'schedule.all.edit',
  'customers.job': null,
  'customers.all': 'customers.job',
  'customers.edit': 'customers.all',
  leads: null,
  'prices.view': null,
  'costs.view': 'prices.view',
  'quotes.edit': 'prices.view',
  'quotes.approve': 'quotes.edit',
  'invoices.view': 'prices.view',
  'invoices.edit': 'invoices.view',
  'payments.record': 'invoices.view',
  'payments.refund': 'payments.record',
  // what was written to customers says prices
  'messages.own': 'prices.view',
  'messages.all': 'messages.own',
  reports: 'prices.view',
  team: null,
  settings: 'prices.view',
  export: 'customers.all',
} as const

export type Right = keyof typeof needed
export const rights = Object.keys(needed) as readonly Right[]

/** What a link that a customer gets can be for. */
export const linkKinds = ['quote', 'invoice', 'appointment'] as const
export type LinkKind = (typeof linkKinds)[number]
/** A customer with a link to the record whose id is the `:id` of the path, and no other caller. */
export type LinkNeeds = `link:${LinkKind}`
/** The right to give a customer a link of each kind. Who has it could open the link, so may see what the customer sees. */
export const linkRights = {
  quote: 'quotes.edit',
  invoice: 'invoices.edit',
  appointment: 'schedule.all.edit',
} as const satisfies Record<LinkKind, Right>

/** Who may call an endpoint: members with a right, every member, anybody, or customers with a link. */
export type Needs = Right | 'self' | 'public' | LinkNeeds

const ownJobs = ['schedule.own.view', 'schedule.own.complete', 'customers.job'] as const
const allJobs = [...ownJobs, 'schedule.own.edit', 'schedule.all.view', 'schedule.all.edit'] as const
const money = ['prices.view', 'invoices.view'] as const

/** The rights of each role, before those that are granted or denied to a member. */
const rightsOfRole = {
  business_owner: rights,
  manager: rights.filter((right) => right !== 'team' && right !== 'settings'),
  dispatcher: [
    ...allJobs,
    ...money,
    'schedule.all.delete',
    'customers.all',
    'customers.edit',
    'leads',
    'quotes.edit',
    'messages.own',
    'messages.all',
  ],
  worker: [...ownJobs, 'schedule.own.edit', 'prices.view', 'messages.own'],
  limited_worker: ownJobs,
  bookkeeper: [
    ...money,
    'schedule.own.view',
    'schedule.all.view',
    'customers.job',
    'customers.all',
    'costs.view',
    'invoices.edit',
    'payments.record',
    'payments.refund',
    'reports',
    'export',
  ],
} as const satisfies Record<string, readonly Right[]>

export type Role = keyof typeof rightsOfRole
export const roles = Object.keys(rightsOfRole) as readonly Role[]

/** What a member is, and what was added to the rights of the role or taken from them. */
export type Membership = { role: string; granted?: readonly Right[]; denied?: readonly Right[] }

/**
 * The rights of a member. A granted one brings those that it needs, a denied one takes those that need it. A role that this
 * release does not know has none.
 */
export function rightsOf({ role, granted = [], denied = [] }: Membership): Right[] {
  const ofRole: readonly Right[] = rightsOfRole[role as Role] ?? []
  const given = new Set([...ofRole, ...granted.flatMap(chainOf)])
  return rights.filter((right) => given.has(right) && !chainOf(right).some((it) => denied.includes(it)))
}

/** A right and all that it needs. */
function chainOf(right: Right): Right[] {
  const next: Right | null | undefined = needed[right]
  return next ? [right, ...chainOf(next)] : [right]
}
