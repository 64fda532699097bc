import type { EstimateOption, getBusiness } from '@plumbline/business/api'
import { call } from '@plumbline/contract'
import { type Lead, leadServices } from '@plumbline/crm/api'
import { queryOptions, useQuery } from '@tanstack/react-query'

// without the rules of the settings, which the dashboard would load with it
export const readSettings = { method: 'GET', path: '/api/business' } as typeof getBusiness

const estimateOptionsQuery = queryOptions({
  queryKey: ['business', 'estimate options'],
  queryFn: async ({ signal }) => (await call(readSettings, { signal })).estimateOptions,
  meta: { changedBy: ['business'] },
})

export type LeadOption = Pick<EstimateOption, 'value' | 'label'>

/** What is documented, until the settings are there. */
const documented: LeadOption[] = Object.entries(leadServices).map(([value, label]) => ({ value, label }))

/** What people call the service a lead asks for; one that is no longer offered has the name it is known by. */
export function serviceLabel(
  { serviceNeeded }: Pick<Lead, 'serviceNeeded'>,
  options: readonly LeadOption[] = [],
): string {
  if (serviceNeeded === null) return 'Service not specified'
  const option = [...options, ...documented].find(({ value }) => value === serviceNeeded)
  return option?.label ?? serviceNeeded
}

/** What visitors can ask for, as the business has set it. */
export const useEstimateOptions = (): readonly LeadOption[] =>
  useQuery(estimateOptionsQuery).data ?? documented

/** The service that a lead asks for. */
export const ServiceLabel = ({ lead }: { lead: Lead }) => serviceLabel(lead, useEstimateOptions())
