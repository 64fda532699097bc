import type { Personal } from '@plumbline/platform/encryption'
import { trigramsMigration } from '@plumbline/platform/search'
import { defineService } from '@plumbline/platform/service'
import * as commands from './appointment/commands.ts'
import { passOnJobs } from './appointment/passOnJobs.ts'
import { appointments } from './appointment/projection.ts'
import { appointmentRoutes } from './appointment/routes.ts'
import { feedMigrations } from './calendar-feed/feeds.ts'
import { calendarFeedRoutes } from './calendar-feed/routes.ts'
import { customerPageRoutes } from './customer-page/routes.ts'
import { customers } from './customers.ts'
import { type AppointmentEvent, personal } from './events.ts'

export { feedHasAccess, listFeeds, revokeFeed, revokeFeeds } from './calendar-feed/feeds.ts'

/** Appointments, and the calendars that show them. */
export const scheduling = defineService({
  name: 'scheduling',
  personal: personal satisfies Personal<AppointmentEvent>,
  projections: [appointments],
  asyncProjections: [customers.projection],
  migrations: [
    { id: 'appointment-ids-v1', sql: 'CREATE SEQUENCE appointment_id AS integer' },
    trigramsMigration,
    ...feedMigrations,
  ],
  routes: [...appointmentRoutes, ...calendarFeedRoutes, ...customerPageRoutes],
  commands,
  reactors: [passOnJobs],
})
