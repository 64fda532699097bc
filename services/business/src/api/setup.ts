import * as z from 'zod/mini'

/** What a business begins with, in its order. */
export const setupSteps = ['business', 'hours', 'services', 'payment', 'customers'] as const
export type SetupStep = (typeof setupSteps)[number]

export const Setup = z.object({
  /** It is done, or was dismissed: no member is asked any more. */
  ended: z.boolean(),
  /** `done`: something of it was set. Of `customers` this service does not know that. */
  steps: z.array(z.object({ name: z.enum(setupSteps), state: z.enum(['open', 'done', 'skipped']) })),
})
export type Setup = z.infer<typeof Setup>

/** One of both. */
export const SetupChange = /* @__PURE__ */ z.object({
  skip: z.optional(z.enum(setupSteps)),
  end: z.optional(z.enum(['done', 'dismissed'])),
})
export type SetupChange = z.infer<typeof SetupChange>

export const getSetup = {
  method: 'GET',
  path: '/api/business/setup',
  summary: 'How far the owner has come with making the product theirs',
  needs: 'settings',
  response: Setup,
} as const

export const changeSetup = {
  method: 'PATCH',
  path: '/api/business/setup',
  summary: 'Skip a step of making the product theirs, or end it',
  needs: 'settings',
  body: SetupChange,
  response: Setup,
} as const
