import { rejection } from '../errors.ts'

/** A version of a record. */
export type VersionCondition = { version: number; id: number }

/**
 * The ETag of a record: its version, its id, and what else the answer changes with, such as the version of the read model.
 * Two records at one version have different ETags, because one address may lead to either: a merged record's does.
 */
export const recordEtag = (
  { version, id }: { version: number; id: number },
  ...rest: readonly (number | string)[]
): string => `"${version}-${id}.${rest.join('-')}"`

const etagPattern = /^(?:W\/)?"(\d+)-(\d+)\.[^"]*"$/

/** What `If-Match` names; undefined without it, or when any version will do. */
export function parseIfMatch(header: string | undefined): VersionCondition[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined
  return header.split(',').map((etag) => {
    const [, version = Number.NaN, id = Number.NaN] = etagPattern.exec(etag.trim()) ?? []
    return { version: Number(version), id: Number(id) }
  })
}

/** @throws `precondition-failed` when none of the conditions names this record at this version. */
export function assertIfMatch(
  ifMatch: readonly VersionCondition[] | undefined,
  id: number | string,
  version: number,
): void {
  const holds = ifMatch?.some((it) => it.version === version && it.id === Number(id))
  if (holds === false)
    throw rejection(
      'precondition-failed',
      'Someone else changed this meanwhile. Review their changes, then save again.',
    )
}
