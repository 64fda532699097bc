import * as z from 'zod/mini'

/** What a search finds, in the order of the groups. */
export const searchKinds = ['customer', 'lead', 'appointment', 'quote', 'invoice', 'message'] as const

export const SearchHit = z.object({
  id: z.int(),
  kind: z.enum(searchKinds),
  /** The customer that it belongs to today; of a customer its own id. Null for a lead that is no customer. */
  customerId: z.nullable(z.int()),
  title: z.string(),
  /** Sets it apart from others with the same title. */
  subtitle: z.string(),
  /** When it was added, issued, written, or takes place. */
  at: z.iso.datetime(),
})
export type SearchHit = z.infer<typeof SearchHit>

export const SearchGroup = z.object({
  kind: z.enum(searchKinds),
  count: z.int(),
  /** There are more than `count`; larger numbers are not counted. */
  more: z.boolean(),
  /** The best matches first. */
  hits: z.array(SearchHit),
  /** The cursor of the next page; null at the end. */
  next: z.nullable(z.string()),
})
export type SearchGroup = z.infer<typeof SearchGroup>

/** A read, with POST so that what is looked for is in no address and no log. */
export const search = {
  method: 'POST',
  path: '/api/search',
  summary: 'Find customers, leads, appointments, quotes, invoices and messages; of one kind, in pages',
  needs: 'self',
  body: z.object({
    q: z
      .string({ error: 'Enter what to search for' })
      .check(
        z.trim(),
        z.minLength(1, 'Enter what to search for'),
        z.maxLength(200, 'Search for at most 200 characters'),
      ),
    kinds: z.optional(
      z
        .array(z.enum(searchKinds, { error: `The kinds are ${searchKinds.join(', ')}` }))
        .check(z.minLength(1, 'Name a kind, or leave the kinds out'), z.maxLength(searchKinds.length)),
    ),
    cursor: z.optional(z.string().check(z.maxLength(200, 'Invalid cursor.'))),
  }),
  response: z.object({ groups: z.array(SearchGroup) }),
} as const
