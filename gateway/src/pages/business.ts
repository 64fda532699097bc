import { telephoneLink } from '@plumbline/platform/phone'
import * as z from 'zod'

const text = z.string().trim().min(1).max(200)

/** The business as people see it; every word of it is configuration. */
export const Business = z.object({
  product: text,
  name: text,
  tagline: text,
  phone: text,
  email: z.email(),
  area: text,
  founded: text,
})
export type Business = z.infer<typeof Business>

/** `business.json` with `BUSINESS_NAME`, `BUSINESS_PHONE`, … laid over it. */
export function readBusiness(file: unknown, env: Record<string, string | undefined>): Business {
  const fromEnv = Object.keys(Business.shape).flatMap((key) => {
    const value = env[`BUSINESS_${key.toUpperCase()}`]
    return value ? [[key, value]] : []
  })
  return Business.parse({ ...(file as object), ...Object.fromEntries(fromEnv) })
}

/** With what pages derive from it: `phoneHref` is a `tel:` URL. */
export const forPages = (business: Business, url: string) => ({
  ...business,
  phoneHref: telephoneLink(business.phone),
  url,
})
