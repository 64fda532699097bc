import * as z from 'zod/mini'

/** The business as people see it; `phoneHref` is a `tel:` URL. */
const Business = z.object({
  product: z.string(),
  name: z.string(),
  tagline: z.string(),
  phone: z.string(),
  phoneHref: z.string(),
  email: z.string(),
  area: z.string(),
})
export type Business = z.infer<typeof Business>

const Remote = z.object({
  name: z.string(),
  title: z.string(),
  contract: z.int(),
  paths: z.array(z.string()),
  nav: z.array(
    z.object({
      label: z.string(),
      to: z.string(),
      icon: z.string(),
      order: z.number(),
      match: z.array(z.string()),
    }),
  ),
  widgets: z.array(z.string()),
  release: z.nullable(
    z.object({
      build: z.string(),
      entry: z.string(),
      integrity: z.record(z.string(), z.string()),
      preload: z.array(z.string()),
    }),
  ),
})
/** A micro-frontend as the gateway resolved it for this session; `release` is null while it is not installed. */
export type Remote = z.infer<typeof Remote>

const read = (id: string): unknown => JSON.parse(document.getElementById(id)?.textContent || 'null')

/** What the gateway wrote into the document. Throws when it is not there. */
export const readBusiness = (): Business => Business.parse(read('business'))
export const readRemotes = (): Remote[] => z.array(Remote).parse(read('remotes'))
