import type { Endpoint } from '@plumbline/platform/http'

/**
 * The product's services, in the order in which demo data and schemas depend on each other. Each is loaded when a process
 * needs it, so that a process loads no other service's code.
 */
const loaders = {
  identity: async () => (await import('@plumbline/identity/service')).identity,
  business: async () => (await import('@plumbline/business/service')).business,
  crm: async () => (await import('@plumbline/crm/service')).crm,
  scheduling: async () => (await import('@plumbline/scheduling/service')).scheduling,
  billing: async () => (await import('@plumbline/billing/service')).billing,
  insights: async () => (await import('@plumbline/insights/service')).insights,
  messaging: async () => (await import('@plumbline/messaging/service')).messaging,
}

/** The endpoints of the services, without their code. */
const apis = {
  identity: () => import('@plumbline/identity/api'),
  business: () => import('@plumbline/business/api'),
  crm: () => import('@plumbline/crm/api'),
  scheduling: () => import('@plumbline/scheduling/api'),
  billing: () => import('@plumbline/billing/api'),
  insights: () => import('@plumbline/insights/api'),
  messaging: () => import('@plumbline/messaging/api'),
}

export type ServiceName = keyof typeof loaders
/** A service whose endpoints the gateway forwards to. */
export type UpstreamName = keyof typeof apis
export const serviceNames = Object.keys(loaders) as ServiceName[]
export const upstreamNames = Object.keys(apis) as UpstreamName[]

export const loadService = <Name extends ServiceName>(name: Name) =>
  loaders[name]() as ReturnType<(typeof loaders)[Name]>

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'needs' in value

/** Others are for the gateway itself: browsers do not reach them. */
export const isForBrowsers = ({ path }: Pick<Endpoint, 'path'>) => path.startsWith('/api/')

/** Those that the gateway calls for the pages of customers. */
export const isForCustomers = ({ path }: Pick<Endpoint, 'path'>) => path.startsWith('/customer-pages/')

/** What a service declares, for a gateway that does not run it. */
export async function loadEndpoints(name: UpstreamName) {
  const all = Object.values<unknown>(await apis[name]()).filter(isEndpoint)
  return { endpoints: all.filter(isForBrowsers), forCustomers: all.filter(isForCustomers) }
}
