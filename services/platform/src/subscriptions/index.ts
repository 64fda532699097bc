export { highWaterMark, readLog } from '../event-store/read.ts'
export { type Change, type ChangeFeed, createChangeFeed } from './changeFeed.ts'
export { retryDeadLettered } from './deadLetter.ts'
export { type JoinedReleases, type JoinOptions, joinReleases } from './joinReleases.ts'
export {
  type AppendNotifier,
  createInProcessNotifier,
  createPgNotifier,
  relayPgNotifications,
} from './notifier.ts'
export { processBatch, runSubscription } from './run.ts'
export { listSubscriptions, type SubscriptionStatus } from './status.ts'
export {
  inlineSubscription,
  projectionSubscription,
  type Subscription,
  subscriptionMigration,
} from './subscription.ts'
export { createWaitForPosition } from './waitForPosition.ts'
