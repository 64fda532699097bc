import type { Pool, Tx } from '@plumbline/platform/db'
import {
  createCatchUp,
  createEventStore,
  type Keyring,
  type Metadata,
  type Personal,
  registeredName,
  type Wake,
} from '@plumbline/platform/event-store'
import {
  createServiceRouter,
  idempotencyMigration,
  limitsMigration,
  type ServiceOptions,
} from '@plumbline/platform/http'
import { eventLogGrants, type Owner, roleOf } from '@plumbline/platform/migrate'
import { Router } from 'express'
import { type AppointmentEdit, type AppointmentForm, readCalendar } from './api.ts'
import * as commands from './appointments.ts'
import { feedRoute } from './calendar/feedRoute.ts'
import { feedAccessMigration, feedEndingsMigration, feedsMigration } from './calendar/feeds.ts'
import { type AppointmentEvent, personal } from './events.ts'
import { appointments } from './projections/appointments.ts'
import { customers } from './projections/customers.ts'
import { routes } from './routes.ts'

export { everyonesFeeds, revokeFeed, revokeFeeds } from './calendar/feeds.ts'

const name = 'scheduling'
const role = roleOf(name)

export const schedulingSchema: Owner = {
  schema: name,
  role,
  grants: eventLogGrants(role),
  projections: [appointments],
  asyncProjections: [customers],
  migrations: [
    { id: 'appointment-ids-v1', sql: 'CREATE SEQUENCE appointment_id AS integer' },
    // makes ILIKE '%part%' an index scan
    { id: 'trigrams-v1', sql: 'CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public' },
    idempotencyMigration,
    limitsMigration,
    feedsMigration,
    feedEndingsMigration,
    feedAccessMigration,
  ],
}

export type SchedulingOptions = { pool: Pool; wake: Wake; keyring: Keyring } & Pick<
  ServiceOptions,
  'identityKey' | 'limitScale' | 'clock'
>

/** Appointments, and the calendars that show them. */
export function createScheduling({ pool, wake, keyring, ...options }: SchedulingOptions) {
  const store = createEventStore({
    pool,
    schema: name,
    projections: [appointments],
    personal: personal satisfies Personal<AppointmentEvent>,
    keyring,
    wake,
  })
  const table = routes(store)
  const catchUp = createCatchUp({ db: pool, names: [registeredName(name, customers)] })
  const act = <T>(metadata: Metadata, now: Date, work: (act: commands.Act) => Promise<T>) =>
    store.commit((db: Tx) => work({ store, db, metadata, now }))
  return {
    name,
    endpoints: [...table.map((entry) => entry.endpoint), readCalendar],
    router: Router().use(
      feedRoute({ store, name, ...options }),
      createServiceRouter({ name, store, routes: table, catchUp, ...options }),
    ),
    /** The commands behind the calls, for whoever fills the store without HTTP. */
    scheduleAppointment: (form: AppointmentForm, metadata: Metadata, now: Date) =>
      act(metadata, now, (it) => commands.scheduleAppointment(it, form)),
    editAppointment: (id: number, edit: AppointmentEdit, metadata: Metadata, now: Date) =>
      act(metadata, now, (it) => commands.editAppointment(it, id, edit)),
    cancelAppointment: (id: number, metadata: Metadata, now: Date) =>
      act(metadata, now, (it) => commands.cancelAppointment(it, id)),
    deleteAppointment: (id: number, metadata: Metadata, now: Date) =>
      act(metadata, now, (it) => commands.deleteAppointment(it, id)),
  }
}
