import { createHash } from 'node:crypto'
import { rejection } from '@plumbline/platform/errors'
import * as z from 'zod'
import { Manifest, Release, type Remote } from '../api.ts'
import { commonClaim } from './manifest.ts'

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

/**
 * Makes a build current, or a canary. Like every change it is refused where a visitor could get builds of two remotes that
 * claim one path, one kind of record or one entry of the navigation; `builtIns` are the remotes of the product, where known.
 */
export function publish(
  remotes: Remotes,
  published: Published,
  percent?: number,
  builtIns: readonly Manifest[] = [],
): Remotes {
  const { name } = published.manifest
  const entry = remotes[name]
  if (!entry) {
    const first = { current: published.build, earlier: [], canary: null, pins: {}, published: [published] }
    return withEntry(remotes, name, first, builtIns)
  }
  const others = entry.published.filter((it) => it.build !== published.build)
  const next = percent
    ? { ...entry, canary: { build: published.build, percent } }
    : promote(entry, published.build)
  const all = trimmed({ ...next, published: [published, ...others] })
  return withEntry(remotes, name, all, builtIns)
}

/** Without the oldest builds, but for those that a visitor gets or that can be rolled back to. */
function trimmed(entry: Entry): Entry {
  const named = new Set([...Object.values(offered(entry)), ...entry.earlier])
  const published = entry.published.filter(({ build }, n) => n < maxPublished || named.has(build))
  return { ...entry, published }
}

const promote = (entry: Entry, build: string): Entry => ({
  ...entry,
  current: build,
  earlier: [entry.current, ...entry.earlier].filter((it) => it !== build).slice(0, maxPublished),
  canary: null,
})

/** The entry with each earlier build as current, the latest first and in the end the built-in one. */
const stepsBack = (entry: Entry): Entry[] =>
  entry.current === builtIn
    ? []
    : [...entry.earlier, builtIn]
        .map((current, n) => ({ ...entry, current, earlier: entry.earlier.slice(n + 1), canary: null }))
        .filter(({ current }) => hasBuild(entry, current))

/** Makes the previous build current again, or the named one. */
export function rollback(
  remotes: Remotes,
  name: string,
  build?: string,
  builtIns: readonly Manifest[] = [],
): Remotes {
  const entry = entryOf(remotes, name)
  // ending a canary is the first step back
  if (!build && entry.canary) return { ...remotes, [name]: { ...entry, canary: null } }
  const next = build ? promote(entry, requireBuild(entry, name, build)) : stepsBack(entry)[0]
  if (!next) throw rejection('conflict', `There is no earlier build of ${name}.`)
  return withEntry(remotes, name, next, builtIns)
}

/**
 * Rolls back a build that fails: ends its canary, or makes the latest earlier build current that collides with no other
 * remote. Answers the same value where there is none.
 */
export function rollBackFailing(
  remotes: Remotes,
  name: string,
  build: string,
  builtIns: readonly Remote[],
): Remotes {
  const entry = remotes[name]
  if (!entry) return remotes
  if (entry.canary?.build === build) return { ...remotes, [name]: { ...entry, canary: null } }
  if (entry.current !== build) return remotes
  const hasBuiltIn = builtIns.some((it) => it.name === name && it.release)
  const next = stepsBack(entry).find(
    (it) => (it.current !== builtIn || hasBuiltIn) && !collisionOf(remotes, name, it, builtIns),
  )
  return next ? { ...remotes, [name]: next } : remotes
}

/** `percent` 100 promotes the build, 0 ends the canary. */
export function canary(
  remotes: Remotes,
  name: string,
  build: string,
  percent: number,
  builtIns: readonly Manifest[] = [],
): Remotes {
  const entry = entryOf(remotes, name)
  requireBuild(entry, name, build)
  const next =
    percent >= 100 ? promote(entry, build) : { ...entry, canary: percent > 0 ? { build, percent } : null }
  return withEntry(remotes, name, next, builtIns)
}

/** Pins a build for one user; `build` null removes the pin. */
export function pin(
  remotes: Remotes,
  name: string,
  userId: number,
  build: string | null,
  builtIns: readonly Manifest[] = [],
): Remotes {
  const entry = entryOf(remotes, name)
  const { [String(userId)]: _, ...others } = entry.pins
  const pins = build ? { ...others, [userId]: requireBuild(entry, name, build) } : others
  return withEntry(remotes, name, { ...entry, pins }, builtIns)
}

export type Visitor = { userId: number | null; key: string }

/**
 * The build of a remote for a visitor: their pin, else the canary if their `key` falls into its share, else the current
 * one. Null for the built-in build, which also takes the place of one that is missing.
 */
export function resolveBuild(
  { current, canary, pins, published }: Entry,
  name: string,
  visitor: Visitor,
): Published | null {
  const pinned = visitor.userId === null ? undefined : pins[visitor.userId]
  const inCanary = canary && percentileOf(`${visitor.key} ${name} ${canary.build}`) < canary.percent
  const build = pinned ?? (inCanary ? canary.build : current)
  return published.find((it) => it.build === build) ?? null
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

const hasBuild = ({ published }: Entry, build: string): boolean =>
  build === builtIn || published.some((it) => it.build === build)

function requireBuild(entry: Entry, name: string, build: string): string {
  if (hasBuild(entry, build)) return build
  throw rejection('not-found', `There is no build ${build} of ${name}.`)
}

/** The manifest of a build; for one that was not published the built-in one, or that of the first published. */
export const manifestOf = (
  { published }: Entry,
  build: string,
  builtInManifest: Manifest | undefined,
): Manifest =>
  published.find((it) => it.build === build)?.manifest ??
  builtInManifest ??
  (published.at(-1) as Published).manifest

/** The builds that visitors may get of a remote, each by who gets it: a pin by the id of its user. */
const offered = ({ current, canary, pins }: Entry): Record<string, string> => ({
  ...pins,
  current,
  ...(canary && { canary: canary.build }),
})

/** The remotes with another entry. @throws `conflict` when that collides with another remote */
function withEntry(remotes: Remotes, name: string, entry: Entry, builtIns: readonly Manifest[]): Remotes {
  const collision = collisionOf(remotes, name, entry, builtIns)
  if (collision) throw rejection('conflict', collision)
  return { ...remotes, [name]: entry }
}

/**
 * Why an entry cannot replace that of the remote. Only what it newly offers counts: a change that takes a build away is
 * always possible.
 */
function collisionOf(
  remotes: Remotes,
  name: string,
  entry: Entry,
  builtIns: readonly Manifest[],
): string | undefined {
  const before = remotes[name] ? offered(remotes[name]) : {}
  const builtInOf = (remote: string) => builtIns.find((it) => it.name === remote)
  const others = [
    ...builtIns
      .filter((it) => it.name !== name && !remotes[it.name])
      .map((manifest) => ({ build: builtIn, manifest })),
    ...Object.entries(remotes)
      .filter(([remote]) => remote !== name)
      .flatMap(([remote, claimant]) =>
        Object.values(offered(claimant)).map((build) => ({
          build,
          manifest: manifestOf(claimant, build, builtInOf(remote)),
        })),
      ),
  ]
  for (const [visitors, build] of Object.entries(offered(entry))) {
    if (before[visitors] === build) continue
    const manifest = manifestOf(entry, build, builtInOf(name))
    for (const other of others) {
      const collision = commonClaim(other.manifest, manifest) ?? commonEntry(other.manifest, manifest)
      if (collision) return `${collision}, in the builds ${other.build} and ${build}.`
    }
  }
  return undefined
}

function commonEntry(one: Manifest, other: Manifest): string | undefined {
  const addresses = new Set(one.nav.map(({ to }) => to))
  const entry = other.nav.find(({ to }) => addresses.has(to))
  return entry && `${one.name} and ${other.name} both lead to ${entry.to} from the navigation`
}
