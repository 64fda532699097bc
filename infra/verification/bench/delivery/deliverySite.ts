import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { MessagingSettings } from '@plumbline/messaging/service'
import { createLog } from '@plumbline/platform/log'
import { Redis } from 'ioredis'
import { startFakeTwilio } from '../../../../services/messaging/src/testing/fakeTwilio.ts'
import { startSmtpPeer } from '../../../../services/platform/src/testing/smtp.ts'
import { migrateAll } from '../../../processes/schemas.ts'
import { startPostgres } from '../../../tooling/embedded/postgres.ts'
import { provideRedis } from '../../../tooling/provision/provideRedis.ts'

export type WorkerSettings = {
  url: string
  redisUrl?: string
  prefix?: string
  sms: object & { accountSid: string; authToken: string; from: string }
  smtpUrl?: string
  masterKey: string
  pace?: MessagingSettings['pace']
}

export type SiteOptions = {
  /** Queues in Redis, else in Postgres. */
  redis: boolean
  pace?: WorkerSettings['pace']
  /** How long we wait for the SMS provider. */
  timeoutMs?: number
  /** The worker is started later. */
  idle?: boolean
}

export type Site = Awaited<ReturnType<typeof startSite>>

/** A site for one piece of work, gone afterwards. */
export async function withSite<Result>(
  options: SiteOptions,
  work: (site: Site) => Promise<Result>,
): Promise<Result> {
  const site = await startSite(options)
  try {
    return await work(site)
  } finally {
    await site.stop()
  }
}

/** Stores, providers and a worker process of their own, to be killed, wiped and restarted at will. */
export async function startSite({ redis, pace, timeoutMs, idle = false }: SiteOptions) {
  const log = createLog('bench')
  // stores go away here on purpose
  log.level = process.env.LOG_LEVEL || 'silent'
  const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
  await chmod(dataDir, 0o755)
  let server = await startPostgres({ dataDir })
  const { url } = server
  await migrateAll(url, log)
  const queue = redis ? await provideRedis() : undefined
  const [twilio, smtp] = [await startFakeTwilio(), await startPost()]
  const masterKey = randomBytes(32).toString('base64')
  const settings: WorkerSettings = {
    ...{ url, pace, masterKey, smtpUrl: smtp.url },
    sms: { ...twilio.sms, ...(timeoutMs && { timeoutMs }) },
    ...(queue && { redisUrl: queue.value, prefix: `bench-${randomBytes(6).toString('hex')}` }),
  }
  let worker = idle ? undefined : await launch(settings)

  return {
    ...{ url, masterKey, log, twilio, smtp },
    startWorker: async () => {
      worker = await launch(settings)
    },
    killWorker: async () => {
      worker?.kill('SIGKILL')
      worker = await launch(settings)
    },
    /** All of it at once; a Redis that others use too keeps what is theirs. */
    wipeQueue: async () => {
      if (!queue) return
      const client = new Redis(queue.value)
      await client.eval(
        `for _, key in ipairs(redis.call('KEYS', ARGV[1])) do redis.call('DEL', key) end`,
        ...([0, `${settings.prefix}:*`] as const),
      )
      client.disconnect()
    },
    restartPostgres: async () => {
      await server.stop()
      server = await startPostgres({ dataDir })
    },
    stop: async () => {
      const gone = worker && once(worker, 'exit')
      worker?.kill('SIGTERM')
      await gone
      twilio.stop()
      await smtp.stop()
      await queue?.stop()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A mail server that notes what it took. */
async function startPost() {
  const messageIds: string[] = []
  const peer = await startSmtpPeer({
    onData: async (stream, _session, taken) => {
      // a worker that is killed in the middle of a mail breaks off
      const mail = await text(stream).catch(() => undefined)
      if (mail === undefined) return
      messageIds.push(/^Message-ID: (<.*>)/im.exec(mail)?.[1] ?? mail)
      taken()
    },
  })
  return { ...peer, messageIds }
}

function launch(settings: WorkerSettings): Promise<ChildProcess> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'deliveryWorker.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      BENCH_WORKER: JSON.stringify(settings),
      LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal',
    },
  })
  return new Promise((resolve, no) => {
    child.once('exit', (code, signal) => no(new Error(`the worker stopped at once (${code ?? signal})`)))
    child.on('message', (message: { type: string; message?: string }) => {
      if (message.type === 'ready') resolve(child)
      else no(new Error(message.message))
    })
  })
}
