import { Business } from './api.ts'

export { storeLocation, storeVariables } from './releases/location.ts'
export type { Business }

// true of the business that is invented, and of no other
const claims = { tagline: '', area: '', founded: '', rating: '', customers: '' }

/**
 * `business.json`, overridden by `BUSINESS_NAME`, `BUSINESS_PHONE`, … A business with a name of its own has no tagline, area,
 * age or rating but those that are set for it.
 */
export function readBusiness(file: unknown, env: Record<string, string | undefined>): Business {
  const fromEnv = Object.keys(Business.shape).flatMap((key) => {
    const value = env[`BUSINESS_${key.toUpperCase()}`]
    return value ? [[key, value]] : []
  })
  const invented = file as Business
  const isOwn = Boolean(env.BUSINESS_NAME) && env.BUSINESS_NAME !== invented.name
  return Business.parse({ ...invented, ...(isOwn && claims), ...Object.fromEntries(fromEnv) })
}
