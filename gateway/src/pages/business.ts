import { telephoneLink } from '@plumbline/platform/phone'
import type { Business, PageBusiness } from '../api.ts'

export const toPageBusiness = (business: Business, url: string): PageBusiness => ({
  ...business,
  phoneHref: telephoneLink(business.phone),
  url,
})
