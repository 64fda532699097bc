import { call } from '@plumbline/contract'
import { customerTimeline } from '@plumbline/insights/api'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { History } from './History.tsx'

const timelineQuery = (customerId: number) =>
  queryOptions({
    queryKey: ['timeline', customerId],
    queryFn: ({ signal }) => call(customerTimeline, { params: { id: customerId }, signal }),
    meta: { changedBy: ['customer', 'lead', 'appointment', 'quote', 'invoice', 'message', 'consent'] },
  })

/** Everything that happened with a customer, the newest first. */
export const CustomerTimeline = ({ customerId }: { customerId: number }) => (
  <History answer={useQuery(timelineQuery(customerId))} />
)
