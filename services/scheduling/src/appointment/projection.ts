import type { RowOf } from '@plumbline/platform/projections'
import { appointmentTexts } from '../api/fields.ts'
import { appointmentDirectory } from './directory.ts'

/** Every appointment that is not deleted. */
export const appointments = appointmentDirectory({
  version: 13,
  columns: [
    'title',
    ...appointmentTexts,
    'startsAt',
    'endsAt',
    'durationMinutes',
    'arrivalWindowMinutes',
    'anytime',
    'status',
    'assigneeIds',
    'estimatedPrice',
    'actualPrice',
    'onTheWaySince',
    'createdAt',
    'updatedAt',
    'searched',
    'version',
  ],
  indexes: [
    '(starts_at, id)',
    '(customer_id, starts_at, id)',
    '(status, starts_at, id)',
    'USING gin (assignee_ids)',
    'USING gist (tstzrange(starts_at, ends_at))',
    'USING gin (searched public.gin_trgm_ops)',
  ],
})
export type AppointmentRow = RowOf<typeof appointments.columns>
