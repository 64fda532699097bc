import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommandLine, refuse } from '../../tooling/launch/commandLine.ts'
import { type Bench, createFigures, type Option } from './bench.ts'

const benches: Record<string, () => Promise<Bench>> = {
  web: async () => (await import('./web/bench.ts')).bench,
  'event-store': async () => (await import('./eventStore/bench.ts')).bench,
  api: async () => (await import('./api/bench.ts')).bench,
  upgrade: async () => (await import('./upgrade/bench.ts')).bench,
  search: async () => (await import('./search/bench.ts')).bench,
}

const usage = `npm run bench -- <name> [options]

Benches: ${Object.keys(benches).join(', ')}
Options, where a bench has them:
  --rows N        records that it is filled with; api: of every kind, 10000, 100000 or 1000000, measured at each size up to it
  --rounds N      how often each variant runs; figures are medians
  --seconds N     how long each of them runs
  --only PATTERN  api: only the calls whose name matches, such as 'invoice|reports'
  --events N, --topology one|distributed`

const { positionals, values } = readCommandLine(usage, {
  rounds: { type: 'string' },
  events: { type: 'string' },
  rows: { type: 'string' },
  seconds: { type: 'string' },
  only: { type: 'string' },
  topology: { type: 'string', default: 'one' },
})
const [name = 'event-store'] = positionals
const load = benches[name]
if (!load) refuse(`There is no bench '${name}'; there are ${Object.keys(benches).join(', ')}`)
const figures = createFigures()
const bench = await load()
const option = (key: Option, byDefault: number) => Number(values[key] ?? byDefault)
const only = values.only === undefined ? undefined : new RegExp(values.only)
const besides = await bench({ figures, option, only, topology: values.topology })
console.table(figures.list)
const results = join(import.meta.dirname, 'results')
mkdirSync(results, { recursive: true })
writeFileSync(join(results, `${name}.json`), JSON.stringify({ figures: figures.list, ...besides }, null, 2))
