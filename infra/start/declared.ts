import * as billing from '@plumbline/billing/api'
import * as crm from '@plumbline/crm/api'
import type { Upstream } from '@plumbline/gateway/gateway'
import * as insights from '@plumbline/insights/api'
import * as messaging from '@plumbline/messaging/api'
import * as scheduling from '@plumbline/scheduling/api'
import type { ServiceName } from './services.ts'

type Declared = Upstream['endpoints'][number]

const isEndpoint = (value: unknown): value is Declared =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value

const endpointsOf = (api: object) => Object.values(api).filter(isEndpoint)

/** The calls each service declares, for a gateway that does not run the service. */
export const declared: Record<ServiceName, readonly Declared[]> = {
  crm: endpointsOf(crm),
  scheduling: endpointsOf(scheduling),
  billing: endpointsOf(billing),
  messaging: endpointsOf(messaging),
  insights: endpointsOf(insights),
}
