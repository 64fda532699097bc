import { telephoneLink } from '@plumbline/platform/phone'
import { Business, type PageBusiness } from '../api.ts'

/** `business.json`, overridden by `BUSINESS_NAME`, `BUSINESS_PHONE`, … */
export function readBusiness(file: unknown, env: Record<string, string | undefined>): Business {
  const fromEnv = Object.keys(Business.shape).flatMap((key) => {
    const value = env[`BUSINESS_${key.toUpperCase()}`]
    return value ? [[key, value]] : []
  })
  return Business.parse({ ...(file as object), ...Object.fromEntries(fromEnv) })
}

export const toPageBusiness = (business: Business, url: string): PageBusiness => ({
  ...business,
  phoneHref: telephoneLink(business.phone),
  url,
})
