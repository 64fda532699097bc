import { Business } from './api.ts'

export { storeLocation, storeVariables } from './releases/location.ts'
export type { Business }

/** `business.json`, overridden by `BUSINESS_NAME`, `BUSINESS_PHONE`, … */
export function readBusiness(file: unknown, env: Record<string, string | undefined>): Business {
  const fromEnv = Object.keys(Business.shape).flatMap((key) => {
    const value = env[`BUSINESS_${key.toUpperCase()}`]
    return value ? [[key, value]] : []
  })
  return Business.parse({ ...(file as object), ...Object.fromEntries(fromEnv) })
}
