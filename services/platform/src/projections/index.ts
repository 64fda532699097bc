export { type AnyProjection, defineProjection, subscriptionName } from './projection.ts'
export { type RebuildTarget, rebuildProjection, verifyProjection } from './rebuild.ts'
export { type Release, releaseOf } from './release.ts'
export { liveTableOf, tableFor } from './table.ts'
export {
  dropUnreadVersions,
  dropVersion,
  listVersions,
  refuseMixedReleases,
} from './versions.ts'
