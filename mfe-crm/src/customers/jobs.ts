import { formatDay } from '@plumbline/contract'
import { formatArrivalOn } from '@plumbline/contract/when'
import type { Job } from '@plumbline/crm/api'

/** @example 'Tomorrow, 8:00 AM', 'Tomorrow, Anytime' */
export const formatJobStart = (job: Job): string => formatArrivalOn({ ...job, scheduledDate: job.startsAt })

export const formatJobDay = ({ startsAt }: Job): string => formatDay(startsAt)
