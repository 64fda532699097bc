import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { chmod, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../embedded/postgres.ts'
import { benchAppend, benchRebuild } from './eventStore.ts'

/** Benchmarks against the least that could be done; every figure of a ratio comes from one run. */
const { values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, events: { type: 'string', default: '500000' } },
})
const rounds = Number(values.rounds)
const dataDir = mkdtempSync(join(tmpdir(), 'plumbline-bench-'))
await chmod(dataDir, 0o755)
const server = await startPostgres({ dataDir, settings: { shared_buffers: '1GB', max_wal_size: '4GB' } })

const appends = await benchAppend(server.url, rounds)
console.table(appends)
const rate = (name: keyof typeof appends) => appends[name].perSecond
const ratios = {
  'append / bare INSERT, 1 event': rate('append, 1 event') / rate('bare INSERT, 1 event'),
  'append / bare INSERT, 4 events': rate('append, 4 events') / rate('bare INSERT, 4 events'),
  'append + inline projection / bare INSERT':
    rate('append + inline projection') / rate('bare INSERT, 1 event'),
}
const rebuilds = await benchRebuild(server.url, Number(values.events), Math.min(3, rounds))
const least = rebuilds.ms['COPY out + JSON.parse'] as number
Object.assign(ratios, {
  'rebuild by stream / least': (rebuilds.ms['rebuild by stream'] as number) / least,
  'rebuild by log / least': (rebuilds.ms['rebuild by log'] as number) / least,
})
console.table(rebuilds.ms)
console.table(ratios)
console.log(
  `${rebuilds.events} events; writers paused at most ${rebuilds.pausedMs.toFixed(1)} ms; memory grew by ${rebuilds.rssGrowthMb.toFixed(0)} MB`,
)

const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
writeFileSync(join(results, 'event-store.json'), JSON.stringify({ appends, rebuilds, ratios }, null, 2))
await server.stop()
await rm(dataDir, { recursive: true, force: true })
