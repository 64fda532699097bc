import { ById } from '@plumbline/platform/schemas'
import * as z from 'zod/mini'
import { ActivityItem } from './activity.ts'

export const customerTimeline = {
  method: 'GET',
  path: '/api/customers/:id/timeline',
  summary: 'List everything that happened with a customer, newest first',
  needs: 'customers.job',
  params: ById,
  response: z.array(ActivityItem),
} as const
