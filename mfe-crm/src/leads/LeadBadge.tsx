import { type Lead, leadStatusLabels } from '@plumbline/crm/api'
import { lookOf, StatusBadge, type StatusLook } from '@plumbline/ui'
import { CircleCheck, CircleDot, CircleX, FileText, Phone } from 'lucide-react'

const looks: Record<Lead['status'], StatusLook> = {
  new: { label: leadStatusLabels.new, icon: CircleDot, tone: 'blue' },
  contacted: { label: leadStatusLabels.contacted, icon: Phone, tone: 'amber' },
  quoted: { label: leadStatusLabels.quoted, icon: FileText, tone: 'amber' },
  converted: { label: leadStatusLabels.converted, icon: CircleCheck, tone: 'green' },
  lost: { label: leadStatusLabels.lost, icon: CircleX, tone: 'muted' },
}

export const LeadBadge = ({ status }: Pick<Lead, 'status'>) => <StatusBadge look={lookOf(looks, status)} />
