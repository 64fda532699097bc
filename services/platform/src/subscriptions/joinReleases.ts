import { setTimeout as sleep } from 'node:timers/promises'
import { type Pool, run } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import type { Log } from '../log.ts'
import type { Release } from '../projections/release.ts'
import { abortableSleep } from './abortableSleep.ts'
import { createInProcessNotifier, relayPgNotifications } from './notifier.ts'
import { processBatch, runSubscription } from './run.ts'
import type { Subscription } from './subscription.ts'

/** A service in this process, and the read models that this release of it has. */
export type JoiningService = {
  release: Release
  pool: Pool
  /** Of inline read models, and of asynchronous ones where nothing else in this process applies them. */
  subscriptions: readonly Subscription[]
  keyring?: Keyring
}

export type JoinOptions = {
  /** Of the database; a connection to it listens for appends while another release runs. */
  url: string
  log: Log
  /** How often to look for other releases. One that was not seen for four times as long is gone. */
  intervalMs?: number
}

export type JoinedReleases = {
  /** Whether another release of the service runs too. */
  isMixed: (service: string) => boolean
  stop: () => Promise<void>
}

// how far a checkpoint may fall behind while nothing else runs: what is appended meanwhile is skipped at the next start
const skipEvery = 12

/**
 * Keeps this process' versions of the read models current while another release of its services runs too, whatever the
 * other appends. Answers when the others know of this release and its inline read models hold everything so far.
 */
export async function joinReleases(
  services: readonly JoiningService[],
  { url, log, intervalMs = 5_000 }: JoinOptions,
): Promise<JoinedReleases> {
  let mixed: ReadonlySet<string> = await meetReleases(services, intervalMs)
  const stopping = new AbortController()
  const notifier = createInProcessNotifier()
  let stopListening: (() => Promise<void>) | undefined
  const running = new Map<string, { stop: AbortController; ended: Promise<unknown> }>()

  const startAndStop = async () => {
    if (mixed.size > 0) stopListening ??= relayPgNotifications(url, notifier, log)
    for (const service of services) {
      const name = service.release.service
      const started = running.get(name)
      if (mixed.has(name) && !started) {
        log.info({ service: name }, 'another release runs too: keeping this one’s read models current')
        const stop = new AbortController()
        const ended = Promise.all(
          service.subscriptions.map((subscription) =>
            runSubscription(subscription, { ...service, notifier, log, signal: stop.signal }),
          ),
        )
        running.set(name, { stop, ended })
      } else if (!mixed.has(name) && started) {
        running.delete(name)
        started.stop.abort()
        await started.ended
      }
    }
    if (mixed.size === 0) await stopListening?.()
    if (mixed.size === 0) stopListening = undefined
  }
  const watch = async () => {
    for (let round = 1; !stopping.signal.aborted; round++) {
      await abortableSleep(intervalMs, stopping.signal)
      if (stopping.signal.aborted) return
      try {
        mixed = await meetReleases(services, intervalMs)
        await startAndStop()
        if (round % skipEvery === 0) await catchUp(services)
      } catch (error) {
        log.debug({ err: error }, 'other releases not looked for')
      }
    }
  }

  // the others look as often: from then on they know what comes from here
  if (mixed.size > 0) await sleep(1.2 * intervalMs)
  await startAndStop()
  await catchUp(services)
  const watching = watch()
  return {
    isMixed: (service) => mixed.has(service),
    stop: async () => {
      stopping.abort()
      await watching
      for (const { stop } of running.values()) stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
      await stopListening?.()
    },
  }
}

async function meetReleases(services: readonly JoiningService[], intervalMs: number): Promise<Set<string>> {
  const [first] = services
  if (!first) return new Set()
  const releases = services.map(({ release: { service, readModels } }) => ({ service, readModels }))
  const others = await run<{ service: string }>(first.pool, {
    name: 'es-meet-releases',
    text: 'SELECT service FROM es.meet_releases($1, make_interval(secs => $2))',
    values: [JSON.stringify(releases), (4 * intervalMs) / 1_000],
  })
  return new Set(others.map(({ service }) => service))
}

const catchUpMs = 30_000

/** Applies to the inline read models what other releases appended; another process may be doing it. */
async function catchUp(services: readonly JoiningService[]): Promise<void> {
  const deadline = performance.now() + catchUpMs
  for (const { pool, subscriptions, keyring } of services)
    for (const subscription of subscriptions.filter(({ kind }) => kind === 'inline'))
      for (;;) {
        const state = await processBatch(pool, subscription, { keyring })
        if (state === 'idle') break
        if (performance.now() > deadline)
          throw new Error(
            `${subscription.name} does not hold what another release appended: ${catchUpMs / 1_000} s were not enough.`,
          )
        if (state === 'locked') await sleep(20)
      }
}
