import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, run } from '../db.ts'
import { isUnavailable } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Release } from '../projections/release.ts'
import { abortableSleep } from './abortableSleep.ts'

export type AnnounceOptions = {
  db: Db
  log: Log
  /** How often to say that the releases run, and to look for others. */
  intervalMs?: number
  /** A release that was not seen for this long counts as stopped; for all releases alike. */
  goneAfterMs?: number
}

export type AnnouncedReleases = {
  /** Whether another release of the service runs too. */
  isMixed: (service: string) => boolean
  stop: () => Promise<void>
}

// releases before this one look once a second: their worker waits 1.2 s, and their web process starts after it and waits as long
const defaultIntervalMs = 3_000

/**
 * Says in `es.releases` that these releases run, for as long as this process does. Answers when the processes of other
 * releases know it: from then on their reads wait for what this process appends.
 */
export async function announceReleases(
  releases: readonly Release[],
  { db, log, intervalMs = defaultIntervalMs, goneAfterMs = 15_000 }: AnnounceOptions,
): Promise<AnnouncedReleases> {
  const announce = async (): Promise<Set<string>> => {
    const own = releases.map(({ service, readModels }) => ({ service, readModels }))
    const others = await run<{ service: string }>(db, {
      name: 'es-meet-releases',
      text: 'SELECT service FROM es.meet_releases($1, make_interval(secs => $2))',
      values: [JSON.stringify(own), goneAfterMs / 1_000],
    })
    return new Set(others.map(({ service }) => service))
  }
  let mixed = await announce()
  const stopping = new AbortController()
  const repeat = async () => {
    for (;;) {
      await abortableSleep(intervalMs, stopping.signal)
      if (stopping.signal.aborted) return
      try {
        mixed = await announce()
      } catch (error) {
        log[isUnavailable(error) ? 'debug' : 'error']({ err: error }, 'releases not announced')
      }
    }
  }
  const repeating = repeat()
  // the others look as often
  if (mixed.size > 0) await sleep(1.2 * intervalMs)
  return {
    isMixed: (service) => mixed.has(service),
    stop: async () => {
      stopping.abort()
      await repeating
    },
  }
}
