import { type AppointmentDirectoryRow, appointmentDirectory } from './directory.ts'

const columns = [
  'title',
  'description',
  'notes',
  'address',
  'startsAt',
  'endsAt',
  'durationMinutes',
  'status',
  'estimatedPrice',
  'actualPrice',
  'createdAt',
  'updatedAt',
  'searched',
  'version',
] as const

export type AppointmentRow = AppointmentDirectoryRow<(typeof columns)[number]>

/** Every appointment that is not deleted. */
export const { projection: appointments } = appointmentDirectory({
  version: 7,
  columns,
  indexes: [
    '(starts_at, id)',
    '(customer_id, starts_at, id)',
    '(status, starts_at, id)',
    `USING gist (tstzrange(starts_at, ends_at)) WHERE status <> 'cancelled'`,
    'USING gin (searched public.gin_trgm_ops)',
  ],
})
