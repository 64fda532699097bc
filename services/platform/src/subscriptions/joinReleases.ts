import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, type Pool, run, sql } from '../db.ts'
import type { Keyring } from '../encryption/keyring.ts'
import { isUnavailable } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Release } from '../projections/release.ts'
import { abortableSleep } from './abortableSleep.ts'
import { type AppendNotifier, createInProcessNotifier, relayPgNotifications } from './notifier.ts'
import { createBatchLoop, runSubscription } from './run.ts'
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
  /** How often to look for other releases. */
  intervalMs?: number
  /** A release that was not seen for this long counts as stopped. */
  goneAfterMs?: number
}

export type JoinedReleases = {
  /** Whether another release of the service runs too. */
  isMixed: (service: string) => boolean
  stop: () => Promise<void>
}

/**
 * Keeps this process' versions of the read models current while another release of its services runs too, whatever the
 * other appends. Answers when the others know of this release and its inline read models hold everything so far.
 */
export async function joinReleases(
  services: readonly JoiningService[],
  { url, log, intervalMs = 1_000, goneAfterMs = 15_000 }: JoinOptions,
): Promise<JoinedReleases> {
  const meet = () => meetReleases(services, goneAfterMs)
  let mixed: ReadonlySet<string> = await meet()
  const followers = services.map((service) => createFollower(service, log))
  const stopping = new AbortController()
  let coordination: Coordination | undefined

  const follow = async () => {
    if (mixed.size > 0) coordination ??= openCoordination(services, url, log)
    for (const follower of followers) {
      const isMixed = mixed.has(follower.release.service)
      await follower.become(isMixed && coordination ? await coordination.roleOf(follower.release) : undefined)
    }
    if (mixed.size > 0) return
    await coordination?.close()
    coordination = undefined
  }
  const watch = async () => {
    let caughtUpAt = performance.now()
    while (!stopping.signal.aborted) {
      await abortableSleep(intervalMs, stopping.signal)
      if (stopping.signal.aborted) return
      try {
        mixed = await meet()
        await follow()
        if (performance.now() - caughtUpAt < catchUpEveryMs) continue
        for (const readModel of inlineReadModelsOf(services))
          await catchUp(readModel, log).catch((error) =>
            log.error(
              { err: error, subscription: readModel.subscription.name },
              'read model not caught up with other releases',
            ),
          )
        caughtUpAt = performance.now()
      } catch (error) {
        if (isUnavailable(error)) log.debug({ err: error }, 'other releases not looked for')
        else log.error({ err: error }, 'other releases not looked for')
      }
    }
  }

  const leave = async () => {
    await Promise.all(followers.map((follower) => follower.become(undefined)))
    await coordination?.close()
    coordination = undefined
  }
  try {
    // the others look as often: from then on they expect appends from here
    if (mixed.size > 0) await sleep(1.2 * intervalMs)
    await follow()
    for (const readModel of inlineReadModelsOf(services)) await catchUp(readModel, log)
  } catch (error) {
    // the caller may try again
    await leave()
    throw error
  }
  const watching = watch()
  return {
    isMixed: (service) => mixed.has(service),
    stop: async () => {
      stopping.abort()
      await watching
      await leave()
    },
  }
}

/** Remembers that these releases run and answers the services of which others do. */
async function meetReleases(services: readonly JoiningService[], withinMs: number): Promise<Set<string>> {
  const [first] = services
  if (!first) return new Set()
  const releases = services.map(({ release: { service, readModels } }) => ({ service, readModels }))
  const others = await run<{ service: string }>(first.pool, {
    name: 'es-meet-releases',
    text: 'SELECT service FROM es.meet_releases($1, make_interval(secs => $2))',
    values: [JSON.stringify(releases), withinMs / 1_000],
  })
  return new Set(others.map(({ service }) => service))
}

/**
 * `leading`: applies what the other release appends at once. `waiting`: another process of the release leads, and this one
 * looks now and then, in case the other is frozen.
 */
type Role = { kind: 'leading'; notifier: AppendNotifier } | { kind: 'waiting' }

const waitingPollMs = 1_000
// of asynchronous read models, which a worker applies at once; where there is none yet, people wait for this
const leadingPollMs = 250
type Coordination = ReturnType<typeof openCoordination>

/** What the processes of a release agree by: a lock of each service, and notifications of appends. */
function openCoordination(services: readonly JoiningService[], url: string, log: Log) {
  const appended = createInProcessNotifier()
  const stopListening = relayPgNotifications(url, appended, log)
  let client: Client | undefined
  const leads = async ({ service, readModels }: Release): Promise<boolean> => {
    try {
      client ??= await (services[0] as JoiningService).pool.connect()
      // the same session gets it again
      const key = `${service} ${readModels}`
      const { rows } = await client.query<{ leads: boolean }>('SELECT es.try_lock_release($1) AS leads', [
        key,
      ])
      return rows[0]?.leads ?? false
    } catch {
      client?.release(true)
      client = undefined
      return false
    }
  }
  return {
    roleOf: async (release: Release): Promise<Role> =>
      (await leads(release)) ? { kind: 'leading', notifier: appended } : { kind: 'waiting' },
    close: async () => {
      client?.release(true)
      await stopListening()
    },
  }
}

/** Runs a service's subscriptions in a role, or not at all. */
function createFollower(service: JoiningService, log: Log) {
  let running: { kind: Role['kind']; stop: AbortController; ended: Promise<unknown> } | undefined
  return {
    release: service.release,
    become: async (role: Role | undefined) => {
      if (running?.kind === role?.kind) return
      running?.stop.abort()
      await running?.ended
      running = undefined
      if (!role) return
      log.info({ service: service.release.service, role: role.kind }, 'another release runs too')
      const stop = new AbortController()
      const options = { ...service, log, signal: stop.signal }
      const waiting = { ...options, notifier: createInProcessNotifier(), pollIntervalMs: waitingPollMs }
      const [inline, async] =
        role.kind === 'leading'
          ? [
              { ...options, notifier: role.notifier },
              { ...waiting, pollIntervalMs: leadingPollMs },
            ]
          : [waiting, waiting]
      const ended = Promise.all(
        service.subscriptions.map((it) => runSubscription(it, it.kind === 'inline' ? inline : async)),
      )
      running = { kind: role.kind, stop, ended }
    },
  }
}

// of a checkpoint while nothing else runs: what lies behind it is looked through at the next start
const catchUpEveryMs = 60_000
const catchUpMs = 30_000

type InlineReadModel = Pick<JoiningService, 'pool' | 'keyring'> & { subscription: Subscription }

const inlineReadModelsOf = (services: readonly JoiningService[]): InlineReadModel[] =>
  services.flatMap(({ pool, keyring, subscriptions }) =>
    subscriptions
      .filter(({ kind }) => kind === 'inline')
      .map((subscription) => ({ pool, keyring, subscription })),
  )

/** Applies to an inline read model what other releases appended; another process may be doing it. */
async function catchUp({ pool, keyring, subscription }: InlineReadModel, log: Log): Promise<void> {
  const deadline = performance.now() + catchUpMs
  const applyNext = createBatchLoop(subscription, { pool, keyring, log })
  for (;;) {
    const batch = await applyNext()
    if (batch.state === 'idle') return
    const isLate = performance.now() > deadline
    if (batch.state === 'failed' && (isLate || isUnavailable(batch.error))) throw batch.error
    if (batch.state === 'locked') await refuseMissingVersion(pool, subscription)
    if (isLate)
      throw new Error(
        `${subscription.name} does not hold what another release appended: ${catchUpMs / 1_000} s were not enough.`,
      )
    if (batch.state === 'failed') await sleep(batch.retryInMs)
    if (batch.state === 'locked') await sleep(20)
  }
}

/** A checkpoint that is not there looks as one that another process holds. */
async function refuseMissingVersion(pool: Pool, { name, version }: Subscription): Promise<void> {
  const found = await run(
    pool,
    sql`SELECT 1 FROM es.subscriptions WHERE name = ${name} AND version = ${version}`,
  )
  if (found.length === 0) throw new UnpreparedError(`${name}@${version}`)
}

/** The database lacks a version of a read model: it was dropped, or never made. */
export class UnpreparedError extends Error {
  constructor(version: string) {
    super(`The database has no ${version}, which this release reads: run \`prepare\` of this release.`)
    this.name = 'UnpreparedError'
  }
}
