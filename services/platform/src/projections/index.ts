export {
  bigint,
  bool,
  type Columns,
  type ColumnsOf,
  date,
  int,
  jsonb,
  money,
  pickColumns,
  type RowOf,
  text,
  timestamptz,
} from './columns.ts'
export { type AnyProjection, defineProjection, foldRow, handleAll, subscriptionName } from './projection.ts'
export { type RebuildTarget, rebuildProjection } from './rebuild.ts'
export { type Release, releaseOf } from './release.ts'
export { columnList, liveTableOf, tableFor } from './table.ts'
export { verifyProjection } from './verify.ts'
export {
  dropUnreadVersions,
  dropVersion,
  listVersions,
  refuseMixedReleases,
} from './versions.ts'
