import { createHash } from 'node:crypto'
import { rejection } from '@plumbline/platform/errors'
import * as z from 'zod'
import { Manifest, Release } from './shapes.ts'

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

/** In the place of a build: what the product was built with, before anything of the remote was published. */
export const builtIn = 'built-in'

const Entry = z.object({
  /** The build that everybody gets who gets no other; `built-in` for that of the product. */
  current: Build,
  /** What was current before, the latest first: the way back. */
  earlier: z.array(Build),
  /** A build for some, by chance that stays the same for one browser. */
  canary: z.object({ build: Build, percent: z.number().int().min(1).max(99) }).nullable(),
  /** Builds for single users, by their id. */
  pins: z.record(z.string(), Build),
  /** The newest first. */
  published: z.array(Published),
})
export type Entry = z.infer<typeof Entry>

/** Which build of which remote is for whom, and the change that made it so; one file a revision, all are kept. */
export const Registry = z.object({
  schema: z.literal(1),
  revision: z.number().int(),
  remotes: z.record(z.string(), Entry),
  change: z.object({ at: z.iso.datetime(), by: z.string(), what: z.string(), reason: z.string().nullable() }),
})
export type Registry = z.infer<typeof Registry>
export type Remotes = Registry['remotes']

/** A build and everything that has been published of it stays for open tabs; older ones are forgotten. */
const kept = 20

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
  const all = [published, ...others].slice(0, kept)
  const next = percent
    ? { ...entry, canary: { build: published.build, percent } }
    : forEverybody(entry, published.build)
  return { ...remotes, [name]: { ...next, published: all } }
}

const forEverybody = (entry: Entry, build: string): Entry => ({
  ...entry,
  current: build,
  earlier: [entry.current, ...entry.earlier].filter((it) => it !== build).slice(0, kept),
  canary: null,
})

/** Back to what was current before, at last to what the product was built with; undefined where that is current. */
function backwards(entry: Entry): Entry | undefined {
  if (entry.current === builtIn) return undefined
  const [current = builtIn, ...earlier] = entry.earlier
  return { ...entry, current, earlier, canary: null }
}

/** Back to the build that was current before, or to one that is named. */
export function rollback(remotes: Remotes, name: string, build?: string): Remotes {
  const entry = entryOf(remotes, name)
  // a canary is what goes back first
  if (!build && entry.canary) return { ...remotes, [name]: { ...entry, canary: null } }
  const next = build ? forEverybody(entry, known(entry, name, build)) : backwards(entry)
  if (!next) throw rejection('conflict', `There is no earlier build of ${name}.`)
  return { ...remotes, [name]: next }
}

/**
 * Away from a build that fails: no longer a canary, or back to the one before. The same remotes where there is no way
 * back; `hasBuiltIn` says whether the product was built with this remote.
 */
export function fallBack(remotes: Remotes, name: string, build: string, hasBuiltIn: boolean): Remotes {
  const entry = remotes[name]
  if (!entry) return remotes
  if (entry.canary?.build === build) return { ...remotes, [name]: { ...entry, canary: null } }
  const before = entry.current === build ? backwards(entry) : undefined
  if (!before || (before.current === builtIn && !hasBuiltIn)) return remotes
  return { ...remotes, [name]: before }
}

/** `percent` 100 makes it everybody's, 0 nobody's. */
export function canary(remotes: Remotes, name: string, build: string, percent: number): Remotes {
  const entry = entryOf(remotes, name)
  known(entry, name, build)
  const next =
    percent >= 100
      ? forEverybody(entry, build)
      : { ...entry, canary: percent > 0 ? { build, percent } : null }
  return { ...remotes, [name]: next }
}

/** `build` null: like everybody again. */
export function pin(remotes: Remotes, name: string, userId: number, build: string | null): Remotes {
  const entry = entryOf(remotes, name)
  const { [String(userId)]: _, ...others } = entry.pins
  const pins = build ? { ...others, [userId]: known(entry, name, build) } : others
  return { ...remotes, [name]: { ...entry, pins } }
}

export type Visitor = { userId: number | null; key: string }

/**
 * The build of a remote that somebody gets: their own, else by chance that stays the same for `key`, else the current
 * one. Null for what the product was built with.
 */
export function resolve(
  { current, canary: some, pins, published }: Entry,
  name: string,
  visitor: Visitor,
): Published | null {
  const pinned = visitor.userId === null ? undefined : pins[visitor.userId]
  const lucky = some && chance(`${visitor.key} ${name} ${some.build}`) < some.percent ? some.build : undefined
  const build = pinned ?? lucky ?? current
  if (build === builtIn) return null
  return published.find((it) => it.build === build) ?? (published[0] as Published)
}

/** 0 to 99, the same for the same words. */
const chance = (words: string): number => createHash('sha256').update(words).digest().readUInt32BE(0) % 100

function entryOf(remotes: Remotes, name: string): Entry {
  const entry = remotes[name]
  if (entry) return entry
  const names = Object.keys(remotes).join(', ') || 'none'
  throw rejection('not-found', `There is no remote ${name}. There are: ${names}.`)
}

function known({ published }: Entry, name: string, build: string): string {
  if (build === builtIn || published.some((it) => it.build === build)) return build
  throw rejection('not-found', `There is no build ${build} of ${name}.`)
}

/** What a remote claims as it is now; the product's own build claims what the first published one did. */
export const manifestOf = ({ current, published }: Entry): Published['manifest'] =>
  (published.find((it) => it.build === current) ?? (published.at(-1) as Published)).manifest

const pattern = (path: string) => path.replace(/:\w+/g, ':')

/** A path and a place in the navigation belong to one remote alone. */
function refuseCollisions(remotes: Remotes, { manifest }: Published): void {
  for (const [name, entry] of Object.entries(remotes)) {
    if (name === manifest.name) continue
    const other = manifestOf(entry)
    const paths = new Set(other.paths.map(pattern))
    const taken = manifest.paths.find((path) => paths.has(pattern(path)))
    if (taken) throw rejection('conflict', `${name} and ${manifest.name} both claim the path ${taken}`)
    const entries = new Set(other.nav.map(({ to }) => to))
    const shown = manifest.nav.find(({ to }) => entries.has(to))
    if (shown)
      throw rejection('conflict', `${name} and ${manifest.name} both lead to ${shown.to} from the navigation`)
  }
}
