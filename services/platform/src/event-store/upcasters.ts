/**
 * How stored data of an event type becomes what the code of today expects: one step per version it had.
 * An event whose shape changes gets another step, and is stored with the next `schemaVersion`.
 * @example { LeadReceived: [(v1) => ({ ...v1, source: 'website' })] }
 */
export type Upcasters = Readonly<Record<string, readonly ((data: never) => unknown)[]>>

/** The version that is written now: one more than there are steps. */
export const schemaVersionOf = (upcasters: Upcasters, type: string): number =>
  (upcasters[type]?.length ?? 0) + 1

/** Brings data stored at `version` up to today's. */
export const upcast = (upcasters: Upcasters, type: string, version: number, data: unknown): unknown =>
  (upcasters[type] ?? []).slice(version - 1).reduce((older, step) => step(older as never), data)
