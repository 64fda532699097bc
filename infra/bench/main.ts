import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../embedded/postgres.ts'
import { benchAppend } from './eventStore/append.ts'
import { benchEmmett } from './eventStore/emmett.ts'
import { benchLatency, benchUnderRebuild } from './eventStore/latency.ts'
import { benchRebuild, benchSealed, least } from './eventStore/rebuild.ts'

/** Benchmarks against the least that could be done; every figure of a ratio comes from one run. */
const { values } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    events: { type: 'string', default: '500000' },
    seconds: { type: 'string', default: '15' },
  },
})
const rounds = Number(values.rounds)
const events = Number(values.events)
const seconds = Number(values.seconds)
const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
await chmod(dataDir, 0o755)
const server = await startPostgres({ dataDir, settings: { shared_buffers: '1GB', max_wal_size: '4GB' } })

type Figure = { figure: string; measured: number; target: string; reached: boolean }
const figures: Figure[] = []
const atLeast = (figure: string, measured: number, target: number) =>
  figures.push({ figure, measured: round(measured), target: `≥ ${target}`, reached: measured >= target })
const atMost = (figure: string, measured: number, target: number) =>
  figures.push({ figure, measured: round(measured), target: `≤ ${target}`, reached: measured <= target })
const round = (value: number) => Math.round(value * 100) / 100

const latency = await benchLatency(server.url, seconds)
atMost('append to async projection at 100/s, p50 ms', latency.p50, 10)
atMost('append to async projection at 100/s, p99 ms', latency.p99, 50)

const appends = await benchAppend(server.url, rounds)
console.table(appends)
const rate = (name: keyof typeof appends, of = appends) => of[name].perSecond
atLeast('append / bare INSERT, 1 event', rate('append, 1 event') / rate('bare INSERT, 1 event'), 0.65)
atLeast('append / bare INSERT, 4 events', rate('append, 4 events') / rate('bare INSERT, 4 events'), 0.65)
atLeast(
  'append + inline projection / bare INSERT',
  rate('append + inline projection') / rate('bare INSERT, 1 event'),
  0.5,
)
const slow = await benchAppend(server.url, rounds, true)
atLeast(
  'append / bare INSERT, slow flush',
  rate('append, 1 event', slow) / rate('bare INSERT, 1 event', slow),
  0.9,
)

const fewer = Math.min(3, rounds)
const plain = await benchRebuild(server.url, events, fewer)
const requests = await benchUnderRebuild(server.url, seconds)
const tenth = await benchSealed(server.url, events, fewer, 0.1)
const all = await benchSealed(server.url, events, fewer, 1)
const ratio = ({ ms }: typeof plain, name: string) => (ms[name] as number) / (ms[least] as number)
atMost('rebuild by stream / least', ratio(plain, 'by stream'), 1.8)
atMost('rebuild by log / least', ratio(plain, 'by log'), 3)
atMost('rebuild, every tenth stream sealed / least', ratio(tenth, 'by stream'), 3.5)
atMost('rebuild, every event sealed / least', ratio(all, 'by stream'), 3.5)
atMost('writers paused by a swap, ms', Math.max(plain.pausedMs, tenth.pausedMs, all.pausedMs), 20)
atMost('memory grown, MB', Math.max(plain.rssGrowthMb, tenth.rssGrowthMb, all.rssGrowthMb), 200)
atMost('request p99 during a rebuild / without', requests.during.p99 / requests.without.p99, 3)

const emmett = await benchEmmett(server.url, Math.min(seconds, 10), 20_000)
if (emmett) {
  const perSecond = events / ((plain.ms['by stream'] as number) / 1_000)
  atLeast('append / Emmett append', rate('append, 1 event') / emmett.appendsPerSecond, 2)
  atLeast('rebuild / Emmett rebuild', perSecond / emmett.rebuildPerSecond, 100)
}
console.table(figures)

const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
writeFileSync(
  join(results, 'event-store.json'),
  JSON.stringify({ figures, appends, slow, plain, tenth, all, latency, requests, emmett }, null, 2),
)
await server.stop()
await rm(dataDir, { recursive: true, force: true })
