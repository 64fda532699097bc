import type { Pool } from '@plumbline/platform/db'
import type { Keyring, Personal } from '@plumbline/platform/encryption'
import { type CommandContext, commit, type EventStore, type Metadata } from '@plumbline/platform/event-store'
import {
  createServiceRouter,
  idempotencyMigration,
  limitsMigrations,
  type ServiceOptions,
} from '@plumbline/platform/http'
import { eventLogGrants, roleOf, type SchemaDefinition } from '@plumbline/platform/migrate'
import {
  type AppendNotifier,
  createWaitForPosition,
  projectionSubscription,
} from '@plumbline/platform/subscriptions'
import { Router } from 'express'
import { type AppointmentEdit, type AppointmentForm, readCalendar } from './api.ts'
import * as commands from './appointment/commands.ts'
import { appointments } from './appointment/projection.ts'
import { routes } from './appointment/routes.ts'
import { feedAccessMigration, feedEndingsMigration, feedsMigration } from './calendar-feed/feeds.ts'
import { feedRoute } from './calendar-feed/routes.ts'
import { customers } from './customers.ts'
import { type AppointmentEvent, personal } from './events.ts'

export { everyonesFeeds, revokeFeed, revokeFeeds } from './calendar-feed/feeds.ts'

const name = 'scheduling'
const role = roleOf(name)

export const schedulingSchema: SchemaDefinition = {
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
    ...limitsMigrations,
    feedsMigration,
    feedEndingsMigration,
    feedAccessMigration,
  ],
}

export type SchedulingOptions = { pool: Pool; notifier: AppendNotifier; keyring: Keyring } & Pick<
  ServiceOptions,
  'identityKey' | 'limitScale' | 'clock'
>

/** Appointments, and the calendars that show them. */
export function createScheduling({ pool, notifier, keyring, ...options }: SchedulingOptions) {
  const store: EventStore = {
    pool,
    projections: [appointments],
    personal: personal satisfies Personal<AppointmentEvent>,
    keyring,
    notifier,
  }
  const waitForPosition = createWaitForPosition({
    db: pool,
    subscriptions: [projectionSubscription(name, customers)],
  })
  const perform = <T>(metadata: Metadata, now: Date, work: (ctx: CommandContext) => Promise<T>) =>
    commit(store, { metadata, now }, work)
  return {
    name,
    endpoints: [...routes.map((entry) => entry.endpoint), readCalendar],
    router: Router().use(
      feedRoute({ store, name, ...options }),
      createServiceRouter({ name, store, routes, waitForPosition, ...options }),
    ),
    /** The commands behind the calls, for whoever fills the store without HTTP. */
    scheduleAppointment: (form: AppointmentForm, metadata: Metadata, now: Date) =>
      perform(metadata, now, (ctx) => commands.scheduleAppointment(ctx, form)),
    editAppointment: (id: number, edit: AppointmentEdit, metadata: Metadata, now: Date) =>
      perform(metadata, now, (ctx) => commands.editAppointment(ctx, id, edit)),
    cancelAppointment: (id: number, metadata: Metadata, now: Date) =>
      perform(metadata, now, (ctx) => commands.cancelAppointment(ctx, id)),
    deleteAppointment: (id: number, metadata: Metadata, now: Date) =>
      perform(metadata, now, (ctx) => commands.deleteAppointment(ctx, id)),
  }
}
