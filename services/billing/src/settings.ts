import type { Configured } from '@plumbline/business/directory'
import type { ServiceContext } from '@plumbline/platform/service'
import type { Business } from './pdf/parts.ts'

export type BillingSettings = {
  /** What invoices print as the sender, as long as nothing is set. */
  business: Business
  lockedBy?: Configured['lockedBy']
}

export type BillingContext = ServiceContext<BillingSettings>
