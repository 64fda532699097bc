import type { RequestHandler } from 'express'
import type { Pool, Tx } from './db.ts'
import type { AnyPersonal, Keyring } from './encryption/index.ts'
import { contextIn } from './event-store/commit.ts'
import {
  type CommandContext,
  type CommandOrigin,
  commit,
  type DomainEvent,
  type EventStore,
  type Recorded,
} from './event-store/index.ts'
import {
  type AnyRoute,
  createServiceRouter,
  type Endpoint,
  type IdentityKey,
  idempotencyMigration,
  limitsMigrations,
  type ServiceEnvironment,
} from './http/index.ts'
import type { Backing, Timers } from './jobs/index.ts'
import type { Log } from './log.ts'
import { eventLogGrants, type Migration, roleOf, type SchemaDefinition } from './migrate.ts'
import { type AnyProjection, type Release, releaseOf } from './projections/index.ts'
import {
  type AppendNotifier,
  createWaitForPosition,
  inlineSubscription,
  projectionSubscription,
  type Subscription,
  subscriptionMigration,
} from './subscriptions/index.ts'

export { commitEach } from './commitEach.ts'

/** What a command, a reactor or a timer of a service works with. */
export type ServiceContext<Settings = unknown> = CommandContext & ServiceEnvironment<Settings>

/** Commands by name; each gets its context and what its caller gives it. */
type Commands<Settings> = {
  // biome-ignore lint/suspicious/noExplicitAny: commands of different parameters stand side by side
  [name: string]: (ctx: ServiceContext<Settings>, ...args: any[]) => Promise<unknown>
}

/**
 * Reads events behind a checkpoint and causes something: a delivery, a command. What it writes in the batch's
 * transaction happens exactly once. It starts at the end of the log and is never rebuilt.
 */
export type Reactor<Settings = unknown, Event extends DomainEvent = DomainEvent> = {
  name: string
  version: number
  types: readonly Event['type'][]
  // a method, so that reactors to different events stand side by side
  react(batch: ReactorBatch<Settings, Event>): Promise<void>
}

export type ReactorBatch<Settings = unknown, Event extends DomainEvent = DomainEvent> = {
  db: Tx
  /** Of the types of the reactor. */
  events: readonly Recorded<Event>[]
  /** The context of commands that an event causes; the service is their actor. */
  contextFor: (event: Recorded) => ServiceContext<Settings>
  /** The same, in the name of who caused the event. */
  authorContextFor: (event: Recorded) => ServiceContext<Settings>
}

/** Runs on a cron schedule, in one process at a time. */
export type ServiceTimer<Settings = unknown> = {
  name: string
  cron: string
  run: (service: TimerContext<Settings>) => Promise<unknown>
}

export type TimerContext<Settings = unknown> = ServiceEnvironment<Settings> & {
  store: EventStore
  now: Date
  /** What reactors and timers recorded starts now, instead of at the next sweep. */
  wakeWorker: () => void
}

/** Work beside reactors and timers, such as sending what is in a queue. */
export type BackgroundWork = {
  /** Called when a reactor's batch is committed, and by timers. */
  wake: () => void
  stop: () => Promise<void>
}

export type ServiceDefinition<Settings, C extends Commands<Settings>> = {
  /** Of its schema and of the audience of its identities as well. */
  name: string
  /** Personal fields of the events of its streams. */
  personal?: AnyPersonal
  upcasters?: EventStore['upcasters']
  /** Read models of its own events, written together with them. */
  projections?: readonly AnyProjection[]
  /** Read models of others' events, written behind a checkpoint each. */
  asyncProjections?: readonly AnyProjection[]
  migrations?: readonly Migration[]
  routes?: readonly AnyRoute[]
  /** For callers without HTTP, such as demo data and tests. */
  commands?: C
  reactors?: readonly Reactor<Settings>[]
  timers?: readonly ServiceTimer<Settings>[]
  startWork?: (resources: WorkerResources<Settings> & { store: EventStore }) => Promise<BackgroundWork>
}

/** What a process gives to a service that runs in it. */
export type ServiceResources<Settings> = {
  /** With the role and the schema of the service. */
  pool: Pool
  /** In a worker it is also notified of what other processes append. */
  notifier: AppendNotifier
  keyring: Keyring
  log: Log
  settings: Settings
  clock?: () => Date
  /** Whether another release of the service runs too: what it appends reaches the inline read models later. */
  isMixed?: () => boolean
  /** How long a call waits for read models to hold what its caller has seen. */
  waitTimeoutMs?: number
}
export type RouterResources<Settings> = ServiceResources<Settings> & {
  identityKey: IdentityKey
  limitScale: number
}
export type WorkerResources<Settings> = ServiceResources<Settings> & { timers: Timers; backing: Backing }

/** The arguments of a command after its context. */
type Arguments<Command> = Command extends (ctx: never, ...args: infer Args) => unknown ? Args : never
type Result<Command> = Command extends (...args: never[]) => infer R ? R : never
/** Each command in a transaction of its own. */
export type BoundCommands<C> = {
  [Name in keyof C]: (origin: CommandOrigin, ...args: Arguments<C[Name]>) => Result<C[Name]>
}

/** A service as processes, tests and operators use it. */
export type Service<Settings, C = unknown> = {
  name: string
  schema: SchemaDefinition
  release: Release
  endpoints: readonly Endpoint[]
  createRouter: (resources: RouterResources<Settings>) => RequestHandler
  bindCommands: (resources: ServiceResources<Settings>) => BoundCommands<C>
  /** Every subscription of the service, its inline read models' too. `onCommitted` follows a reactor's batch. */
  subscriptions: (resources: ServiceResources<Settings>, onCommitted?: () => void) => Subscription[]
  /** Starts timers and background work; the caller runs the subscriptions. */
  startWorker: (
    resources: WorkerResources<Settings>,
  ) => Promise<{ subscriptions: Subscription[]; stop: () => Promise<void> }>
}

/** Declares a service: its schema, routes, commands, subscriptions and timers follow from this one value. */
export function defineService<Settings = unknown, C extends Commands<Settings> = Record<never, never>>(
  definition: ServiceDefinition<Settings, C>,
): Service<Settings, C> {
  const { name, projections = [], asyncProjections = [], migrations = [], routes = [] } = definition
  const { commands, reactors = [], timers = [], startWork } = definition
  const role = roleOf(name)
  const schema: SchemaDefinition = {
    schema: name,
    role,
    grants: eventLogGrants(role),
    projections,
    asyncProjections,
    migrations: [
      ...migrations,
      idempotencyMigration,
      ...limitsMigrations,
      ...reactors.map((reactor) => subscriptionMigration({ ...reactor, kind: 'reactor' })),
    ],
  }
  const release = releaseOf(schema)
  const projectionSubscriptions = asyncProjections.map((it) => projectionSubscription(name, it))
  const inlineSubscriptions = (keyring: Keyring) =>
    projections.map((it) => inlineSubscription(release, it, keyring))
  /** What commands, reactors and timers of a process work with. */
  const open = (resources: ServiceResources<Settings>) => {
    const {
      pool,
      notifier,
      keyring,
      log,
      settings,
      clock = () => new Date(),
      isMixed = () => false,
      waitTimeoutMs: timeoutMs,
    } = resources
    const { personal, upcasters } = definition
    const store: EventStore = {
      pool,
      notifier,
      keyring,
      projections,
      writer: release.writer,
      personal,
      upcasters,
    }
    const waitFor = (subscriptions: Subscription[]) =>
      subscriptions.length > 0
        ? createWaitForPosition({ db: pool, subscriptions, notifier, timeoutMs })
        : async () => true
    const waitForOthers = waitFor(projectionSubscriptions)
    const waitForAll = waitFor([...projectionSubscriptions, ...inlineSubscriptions(keyring)])
    const waitForOwn = waitFor(inlineSubscriptions(keyring))
    const environment: ServiceEnvironment<Settings> = {
      settings,
      keyring,
      log,
      waitForPosition: (position) => (isMixed() ? waitForAll(position) : waitForOthers(position)),
      waitForOwnPosition: async (position) => !isMixed() || waitForOwn(position),
    }
    return { store, environment, clock }
  }

  const subscriptions = (resources: ServiceResources<Settings>, onCommitted?: () => void) => {
    const { store, environment, clock } = open(resources)
    const reactorSubscriptions = reactors.map(
      ({ react, ...reactor }): Subscription => ({
        ...reactor,
        kind: 'reactor',
        apply: (db, events, appended) => {
          const contextOf = (metadata: CommandOrigin['metadata']) => ({
            ...environment,
            ...contextIn(db, store, { metadata, now: clock() }, appended),
          })
          return react({
            ...{ db, events },
            contextFor: ({ metadata: { requestId } }) => contextOf({ actor: name, requestId }),
            authorContextFor: ({ metadata: { requestId, actor, actorName } }) =>
              contextOf({ requestId, actor, ...(actorName && { actorName }) }),
          })
        },
        onCommitted,
      }),
    )
    return [...reactorSubscriptions, ...projectionSubscriptions, ...inlineSubscriptions(resources.keyring)]
  }

  const createRouter = (resources: RouterResources<Settings>) => {
    const { identityKey, limitScale } = resources
    return createServiceRouter({ name, routes, identityKey, limitScale, ...open(resources) })
  }

  const bindCommands = (resources: ServiceResources<Settings>) => {
    const { store, environment } = open(resources)
    const bound = Object.entries(commands ?? {}).map(([key, command]) => [
      key,
      (origin: CommandOrigin, ...args: unknown[]) =>
        commit(store, origin, (ctx) => command({ ...environment, ...ctx }, ...args)),
    ])
    return Object.fromEntries(bound)
  }

  const startWorker = async (resources: WorkerResources<Settings>) => {
    const { store, environment, clock } = open(resources)
    const work = await startWork?.({ ...resources, store })
    const wakeWorker = () => work?.wake()
    for (const { name: timer, cron, run } of timers)
      await resources.timers.every(timer, cron, async () => {
        await run({ ...environment, store, now: clock(), wakeWorker })
      })
    return { subscriptions: subscriptions(resources, wakeWorker), stop: async () => work?.stop() }
  }

  const endpoints = routes.map(({ endpoint }) => endpoint)
  return { name, schema, release, endpoints, createRouter, bindCommands, subscriptions, startWorker }
}
