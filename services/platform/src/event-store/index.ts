export { type Append, append, type ExpectedVersion } from './append.ts'
export { createCatchUp } from './catchUp.ts'
export { type Decider, fold } from './decider.ts'
export { type Erased, eraseSubjects, type PersonErased, recordErasures } from './erase.ts'
export type { DomainEvent, Metadata, Recorded } from './event.ts'
export { type Change, createFeed, type Feed } from './feed.ts'
export {
  createKeyring,
  erased,
  type Keyring,
  openFields,
  type Personal,
  sealFields,
  subjectKey,
} from './personal.ts'
export { ownTable } from './project.ts'
export { type AnyProjection, defineProjection, type Projection } from './projection.ts'
export { readHistories, readLog, readStream, safePosition } from './read.ts'
export { type RebuildTarget, rebuildProjection, verifyProjection } from './rebuild.ts'
export { type Registered, registered, registeredName } from './registry.ts'
export { eventStoreMigrations, subscriptionMigration } from './schema.ts'
export type { Snapshot } from './snapshot.ts'
export { createEventStore, type EventStore, type Handle } from './store.ts'
export { followLog, retryParked, runSubscription, type Subscription, step } from './subscription.ts'
export { readModelTag } from './tag.ts'
export { Tail } from './tail.ts'
export type { Upcasts } from './upcast.ts'
export { createLocalWake, createWake, listen, type Wake } from './wake.ts'
