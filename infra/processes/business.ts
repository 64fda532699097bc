import { claims } from '@plumbline/business/api'
import { Business } from '@plumbline/gateway/settings'

export type ConfiguredBusiness = {
  business: Business
  /** The variables that are set, by what they set. */
  lockedBy: Partial<Record<keyof Business, string>>
}

/** What the business is named by, each with its variable. */
export const businessVariables = Object.fromEntries(
  Object.keys(Business.shape).map((key) => [key, `BUSINESS_${key.toUpperCase()}`]),
)

/**
 * `business.json`, overridden by `BUSINESS_NAME`, `BUSINESS_PHONE`, … A business with a name of its own has no tagline, area,
 * age or rating but those that are set for it.
 */
export function readBusiness(file: unknown, env: Record<string, string | undefined>): ConfiguredBusiness {
  const set = Object.entries(businessVariables).filter(([, variable]) => env[variable])
  const invented = file as Business
  const isOwn = Boolean(env.BUSINESS_NAME) && env.BUSINESS_NAME !== invented.name
  const business = Business.parse({
    ...invented,
    ...(isOwn && Object.fromEntries(claims.map((claim) => [claim, '']))),
    ...Object.fromEntries(set.map(([key, variable]) => [key, env[variable]])),
  })
  return { business, lockedBy: Object.fromEntries(set) }
}
