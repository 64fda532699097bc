import * as z from 'zod/mini'

/** Records of one kind that were made beside the demonstration. */
const OwnRecords = z.object({
  /** Such as `customer`. */
  kind: z.string(),
  count: z.int(),
  /** Of the first few, where they are people. */
  names: z.array(z.string()),
})

/** `own` and `ownWork` are empty for members who may not remove it. */
export const Demonstration = z.object({
  present: z.boolean(),
  /** What is no part of it: while there is any, it cannot be removed. */
  own: z.array(OwnRecords),
  /** What was made for people of the demonstration, and is removed with them where that is asked for. */
  ownWork: z.array(OwnRecords),
})
export type Demonstration = z.infer<typeof Demonstration>

export const getDemonstration = {
  method: 'GET',
  path: '/api/demonstration',
  summary: 'Whether there are demonstration data, and what was made beside them',
  needs: 'self',
  response: Demonstration,
} as const

export const DemonstrationRemoval = z.object({
  /** Of the business, to confirm it. */
  name: z.string({ error: 'Please type the name of the business' }).check(z.maxLength(200)),
  withOwnWork: z._default(z.boolean(), false),
})

export const removeDemonstration = {
  method: 'POST',
  path: '/api/demonstration/removal',
  summary: 'Remove the demonstration data for good; users and settings stay',
  needs: 'settings',
  body: DemonstrationRemoval,
} as const
