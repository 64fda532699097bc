import { call } from '@plumbline/contract'
import { type ActivityItem, customerTimeline } from '@plumbline/insights/api'
import { queryOptions } from '@tanstack/react-query'

export type { ActivityItem }

export const timelineQuery = (id: number) =>
  queryOptions({
    queryKey: ['timeline', id],
    queryFn: ({ signal }) => call(customerTimeline, { params: { id }, signal }),
    meta: { changedBy: ['customer', 'lead', 'appointment', 'invoice', 'message'] },
  })
