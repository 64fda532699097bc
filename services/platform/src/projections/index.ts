export { type AnyProjection, defineProjection, subscriptionName } from './projection.ts'
export { type RebuildTarget, rebuildProjection, verifyProjection } from './rebuild.ts'
export { tableFor } from './table.ts'
