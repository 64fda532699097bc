import { type Pool, run } from '../db.ts'
import { jointly } from '../jointly.ts'
import type { Log } from '../log.ts'
import type { PersonErased } from './erase.ts'
import { pause } from './pause.ts'
import type { Keyring } from './personal.ts'
import { type EventRow, openedOnce, type Stored } from './read.ts'
import type { Wake } from './wake.ts'

/** The newest part of the log, read once for every reader of a process: positions in `(from, to]`. */
export type Window = {
  from: bigint
  to: bigint
  events: readonly Stored[]
}

export type TailOptions = {
  pool: Pool
  wake: Wake
  log: Log
  signal: AbortSignal
  /** Its readers. */
  subscriptions: readonly { types: readonly string[] }[]
  keyring?: Keyring
  pollMs?: number
}

/** What `es.read_tail` answers first; rows of events follow. */
type Head = { from: string; up_to: string }

/** What `es.move_over` answers. */
export type Moved = { held: boolean; after: string; moved: boolean; behind: boolean; parked: string[] | null }

/** A reader that nothing behind `from` in a window concerns. */
export type Passing = { name: string; version: number; from: bigint; window: Window }

// a host that froze in mid-batch keeps a checkpoint no longer than this
export const frozenAfter = '4s'

// who comes later than this reads for itself
const most = 1_000

// under steady traffic a reader rests this many times as long as it worked: each turn then takes more at once,
// and many readers do not drown who appends; one that was idle begins at once
const restFactor = 3
const longestRestMs = 100
// where the log grows faster than this, being a moment later saves more than it costs
const quickPerSecond = 150
const longestGatheringMs = 250
const rateOverMs = 500

/** Milliseconds that readers rest after so many of work, while the log grows by `rate` events a second. */
export const restAfter = (workedMs: number, rate: number): number =>
  Math.max(
    Math.min(restFactor * workedMs, longestRestMs),
    Math.min((rate - quickPerSecond) / 2, longestGatheringMs),
  )

/** How fast the log grows, in events a second, as a reader sees it over about half a second. */
function createRate() {
  let rate = 0
  let at = performance.now()
  return (moved: number): number => {
    const now = performance.now()
    rate = rate * Math.exp((at - now) / rateOverMs) + moved * (1_000 / rateOverMs)
    at = now
    return rate
  }
}

const erasure: PersonErased['type'] = 'PersonErased'
const nothing: Window = { from: 0n, to: 0n, events: [] }

/**
 * Reads what is new in the log, and opens it, once for all readers of a process, from now until `signal` aborts: woken
 * after commits, polling as the safety net. Where it was is never kept: each reader has its checkpoint.
 */
export class Tail {
  /** Ends after `signal`. */
  readonly ended: Promise<void>
  newest = nothing
  /** Moves the checkpoint of a reader to the end of a window, together with all that ask in the same turn. */
  readonly pass: (passing: Passing) => Promise<Moved>
  readonly #options: TailOptions
  readonly #types: readonly string[]
  #told = Promise.withResolvers<void>()
  #turns: number[] = []

  constructor(options: TailOptions) {
    this.#options = options
    this.#types = [...new Set([erasure, ...options.subscriptions.flatMap(({ types }) => types)])]
    this.pass = jointly((all: readonly Passing[]) => passAll(options.pool, all))
    this.ended = this.#run()
  }

  /** What is newer than `seen`; nothing when that takes longer than `ms`. */
  async after(seen: Window, ms: number): Promise<Window | undefined> {
    if (this.newest === seen) await pause(ms, this.#options.signal, this.#told.promise)
    return this.newest === seen ? undefined : this.newest
  }

  /** Told by a reader, how long its turn was. */
  worked(ms: number): void {
    this.#turns.push(ms)
  }

  async #run(): Promise<void> {
    const { wake, log, signal, pollMs = 500 } = this.#options
    let wakeUp = () => {}
    const deaf = wake.hear(() => wakeUp())
    const rateOf = createRate()
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wakeUp = resolve
      })
      const began = performance.now()
      try {
        const rate = rateOf(await this.#read())
        const ended = performance.now()
        await pause(pollMs, signal, woken)
        const rest = restAfter(this.#workedMs(ended - began), rate) - (performance.now() - ended)
        if (rest >= 1) await pause(rest, signal)
      } catch (error) {
        log.warn({ err: error }, 'the log could not be read; its readers try by themselves')
        // nobody knows what the store is when it is back
        this.newest = nothing
        await pause(pollMs, signal)
      }
    }
    deaf()
  }

  /** Answers over how many positions it moved. */
  async #read(): Promise<number> {
    const { pool, keyring } = this.#options
    const before = this.newest
    const after = before === nothing ? null : before.to
    const [head, ...rows] = (await run(pool, {
      name: 'es-read-tail',
      text: 'SELECT * FROM es.read_tail($1, $2, $3, $4, $5)',
      values: [after, ...lastOf(before), this.#types, most],
    })) as [Head, ...EventRow[]]
    const [from, to] = [BigInt(head.from), BigInt(head.up_to)]
    if (to === after && from === after) return 0
    const events = rows.map((row) => openedOnce(row, keyring))
    // who was erased may have been read before
    const isWhole = from === after && !rows.some(({ type }) => type === erasure)
    this.newest = isWhole ? longer(before, events, to) : { from, to, events }
    this.#told.resolve()
    this.#told = Promise.withResolvers()
    return before === nothing ? 0 : Math.max(Number(to - before.to), 0)
  }

  /** How long a turn took lately, reading included. */
  #workedMs(readMs: number): number {
    const turns = this.#turns
    this.#turns = []
    return readMs + turns.reduce((sum, ms) => sum + ms, 0) / (turns.length || 1)
  }
}

async function passAll(pool: Pool, all: readonly Passing[]): Promise<(one: Passing) => Moved> {
  const of = <T>(cell: (it: Passing) => T) => all.map(cell)
  const rows = await run<Moved>(pool, {
    name: 'es-pass',
    text: `SELECT moved.* FROM unnest($1::text[], $2::int[], $3::bigint[], $4::bigint[], $5::bigint[], $6::uuid[])
        WITH ORDINALITY reader (name, version, after, up_to, last, last_id, n)
      CROSS JOIN LATERAL es.move_over(name, version, after, up_to, last, last_id, true, $7) moved ORDER BY n`,
    values: [
      ...[of(({ name }) => name), of(({ version }) => version), of(({ from }) => from)],
      ...[
        of(({ window }) => window.to),
        of(({ window }) => lastOf(window)[0]),
        of(({ window }) => lastOf(window)[1]),
      ],
      frozenAfter,
    ],
  })
  return (one) => rows[all.indexOf(one)] as Moved
}

/** Position and id of the newest event of a window, to be looked for in the log. */
export function lastOf({ events }: Window): [bigint | null, string | null] {
  const last = events.at(-1)
  return last ? [last.position, last.id] : [null, null]
}

/** For those who are a turn behind, the last ones stay. */
function longer({ from, events }: Window, more: readonly Stored[], to: bigint): Window {
  const oldest = to - BigInt(most)
  if (oldest <= from) return { from, to, events: [...events, ...more] }
  return { from: oldest, to, events: [...events, ...more].filter(({ position }) => position > oldest) }
}
