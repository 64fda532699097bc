import { type Customer, customerStatusLabels } from '@plumbline/crm/api'
import { lookOf, StatusBadge, type StatusLook } from '@plumbline/ui'
import { CircleCheck, CircleDot, Star } from 'lucide-react'
import { memo } from 'react'

const looks: Record<Customer['status'], StatusLook> = {
  lead: { label: customerStatusLabels.lead, icon: Star, tone: 'blue' },
  active: { label: customerStatusLabels.active, icon: CircleDot, tone: 'green' },
  completed: { label: customerStatusLabels.completed, icon: CircleCheck, tone: 'green' },
}

export const CustomerBadge = memo(({ status }: Pick<Customer, 'status'>) => (
  <StatusBadge look={lookOf(looks, status)} />
))
