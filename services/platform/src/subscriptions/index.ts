export { highWaterMark, readLog } from '../event-store/read.ts'
export { type AnnouncedReleases, announceReleases } from './announceReleases.ts'
export { type Change, createChangeFeed } from './changeFeed.ts'
export {
  type AppendNotifier,
  createInProcessNotifier,
  createPgNotifier,
  relayPgNotifications,
} from './notifier.ts'
export { retryDeadLettered } from './retryDeadLettered.ts'
export { processBatch, runSubscription } from './run.ts'
export { listSubscriptions } from './status.ts'
export {
  inlineSubscription,
  projectionSubscription,
  type Subscription,
  subscriptionMigration,
} from './subscription.ts'
export { UnpreparedError, waitForInlineReadModels } from './waitForInlineReadModels.ts'
export { createWaitForPosition, waitForCommitted } from './waitForPosition.ts'
