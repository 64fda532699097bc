import * as z from 'zod/mini'

export const getOwnRights = {
  method: 'GET',
  path: '/api/team/me',
  summary: 'Get what the signed-in member may do',
  needs: 'self',
  /** Their names, without the table of them: every page asks for this. */
  response: z.object({ id: z.int(), rights: z.array(z.string()) }),
} as const
