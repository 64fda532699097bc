import { createHash } from 'node:crypto'
import { rejection } from '@plumbline/platform/errors'
import * as z from 'zod'
import { Manifest, Release } from '../api.ts'
import { patternOf } from './manifest.ts'

const Build = z.string().regex(/^\w[\w.-]*$/)

/** One build of a remote, as it was published: never changed afterwards. */
export const Published = z.object({
  build: Build,
  manifest: Manifest,
  release: Release,
  at: z.iso.datetime(),
  by: z.string(),
})
export type Published = z.infer<typeof Published>

/** Names the build that came with the product, before anything of the remote was published. */
export const builtIn = 'built-in'

const Entry = z.object({
  /** The build for everyone without a canary or a pin; `built-in` for that of the product. */
  current: Build,
  /** What was current before, the latest first, for rollbacks. */
  earlier: z.array(Build),
  /** A build for a share of the browsers; one browser always gets the same. */
  canary: z.object({ build: Build, percent: z.number().int().min(1).max(99) }).nullable(),
  /** Builds for single users, by their id. */
  pins: z.record(z.string(), Build),
  /** The newest first. */
  published: z.array(Published),
})
export type Entry = z.infer<typeof Entry>

/** Which build of each remote is released, and the change that released it. One file per revision; all are kept. */
export const Registry = z.object({
  schema: z.literal(1),
  revision: z.number().int(),
  remotes: z.record(z.string(), Entry),
  change: z.object({ at: z.iso.datetime(), by: z.string(), what: z.string(), reason: z.string().nullable() }),
})
export type Registry = z.infer<typeof Registry>
export type Remotes = Registry['remotes']

// builds stay available for open tabs
const maxPublished = 20

export function publish(remotes: Remotes, published: Published, percent?: number): Remotes {
  const { name } = published.manifest
  const entry = remotes[name]
  refuseCollisions(remotes, published)
  if (!entry)
    return {
      ...remotes,
      [name]: { current: published.build, earlier: [], canary: null, pins: {}, published: [published] },
    }
  const others = entry.published.filter((it) => it.build !== published.build)
  const all = [published, ...others].slice(0, maxPublished)
  const next = percent
    ? { ...entry, canary: { build: published.build, percent } }
    : promote(entry, published.build)
  return { ...remotes, [name]: { ...next, published: all } }
}

const promote = (entry: Entry, build: string): Entry => ({
  ...entry,
  current: build,
  earlier: [entry.current, ...entry.earlier].filter((it) => it !== build).slice(0, maxPublished),
  canary: null,
})

/** The entry with the previous build as current, in the end the built-in one; undefined where that is current. */
function previousBuild(entry: Entry): Entry | undefined {
  if (entry.current === builtIn) return undefined
  const [current = builtIn, ...earlier] = entry.earlier
  return { ...entry, current, earlier, canary: null }
}

/** Makes the previous build current again, or the named one. */
export function rollback(remotes: Remotes, name: string, build?: string): Remotes {
  const entry = entryOf(remotes, name)
  // ending a canary is the first step back
  if (!build && entry.canary) return { ...remotes, [name]: { ...entry, canary: null } }
  const next = build ? promote(entry, requireBuild(entry, name, build)) : previousBuild(entry)
  if (!next) throw rejection('conflict', `There is no earlier build of ${name}.`)
  return { ...remotes, [name]: next }
}

/**
 * Rolls back a build that fails: ends its canary, or makes the previous build current. Answers the same value where
 * there is none; `hasBuiltIn` says whether the product was built with this remote.
 */
export function rollBackFailing(remotes: Remotes, name: string, build: string, hasBuiltIn: boolean): Remotes {
  const entry = remotes[name]
  if (!entry) return remotes
  if (entry.canary?.build === build) return { ...remotes, [name]: { ...entry, canary: null } }
  const before = entry.current === build ? previousBuild(entry) : undefined
  if (!before || (before.current === builtIn && !hasBuiltIn)) return remotes
  return { ...remotes, [name]: before }
}

/** `percent` 100 promotes the build, 0 ends the canary. */
export function canary(remotes: Remotes, name: string, build: string, percent: number): Remotes {
  const entry = entryOf(remotes, name)
  requireBuild(entry, name, build)
  const next =
    percent >= 100 ? promote(entry, build) : { ...entry, canary: percent > 0 ? { build, percent } : null }
  return { ...remotes, [name]: next }
}

/** Pins a build for one user; `build` null removes the pin. */
export function pin(remotes: Remotes, name: string, userId: number, build: string | null): Remotes {
  const entry = entryOf(remotes, name)
  const { [String(userId)]: _, ...others } = entry.pins
  const pins = build ? { ...others, [userId]: requireBuild(entry, name, build) } : others
  return { ...remotes, [name]: { ...entry, pins } }
}

export type Visitor = { userId: number | null; key: string }

/**
 * The build of a remote for a visitor: their pin, else the canary if their `key` falls into its share, else the current
 * one. Null for the built-in build.
 */
export function resolveBuild(
  { current, canary, pins, published }: Entry,
  name: string,
  visitor: Visitor,
): Published | null {
  const pinned = visitor.userId === null ? undefined : pins[visitor.userId]
  const inCanary = canary && percentileOf(`${visitor.key} ${name} ${canary.build}`) < canary.percent
  const build = pinned ?? (inCanary ? canary.build : current)
  if (build === builtIn) return null
  return published.find((it) => it.build === build) ?? (published[0] as Published)
}

/** 0 to 99, the same for the same text. */
const percentileOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) % 100

function entryOf(remotes: Remotes, name: string): Entry {
  const entry = remotes[name]
  if (entry) return entry
  const names = Object.keys(remotes).join(', ') || 'none'
  throw rejection('not-found', `There is no remote ${name}. There are: ${names}.`)
}

function requireBuild({ published }: Entry, name: string, build: string): string {
  if (build === builtIn || published.some((it) => it.build === build)) return build
  throw rejection('not-found', `There is no build ${build} of ${name}.`)
}

/** The manifest of the current build; for the built-in one that of the first published. */
export const manifestOf = ({ current, published }: Entry): Published['manifest'] =>
  (published.find((it) => it.build === current) ?? (published.at(-1) as Published)).manifest

/** Two remotes may not claim one path, one kind of record or one entry of the navigation. */
function refuseCollisions(remotes: Remotes, { manifest }: Published): void {
  for (const [name, claimant] of Object.entries(remotes)) {
    if (name === manifest.name) continue
    const other = manifestOf(claimant)
    const paths = new Set(other.paths.map(patternOf))
    const path = manifest.paths.find((it) => paths.has(patternOf(it)))
    if (path) throw rejection('conflict', `${name} and ${manifest.name} both claim the path ${path}`)
    const kinds = new Set(other.records?.map(({ kind }) => kind))
    const record = manifest.records?.find(({ kind }) => kinds.has(kind))
    if (record)
      throw rejection('conflict', `${name} and ${manifest.name} both claim the record ${record.kind}`)
    const entries = new Set(other.nav.map(({ to }) => to))
    const entry = manifest.nav.find(({ to }) => entries.has(to))
    if (entry)
      throw rejection('conflict', `${name} and ${manifest.name} both lead to ${entry.to} from the navigation`)
  }
}
