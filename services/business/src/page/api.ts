import * as z from 'zod/mini'

export { type PageContent, pageContentAt } from './content.ts'

// Only a gateway in another process calls it. Its signed identity protects it, so it needs no session.

export const readPage = {
  method: 'POST',
  path: '/page',
  summary: 'What pages show of the business today',
  needs: 'public',
  response: z.object({
    business: z.record(z.string(), z.string()),
    texts: z.record(z.string(), z.record(z.string(), z.string())),
    lists: z.record(z.string(), z.array(z.record(z.string(), z.unknown()))),
  }),
} as const
