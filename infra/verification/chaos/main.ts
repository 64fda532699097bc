import { randomInt } from 'node:crypto'
import { dice, shuffled } from '../../demo/dice.ts'
import { readCommandLine, refuse } from '../../tooling/launch/commandLine.ts'
import { faults } from './faults.ts'
import { runChaos } from './run.ts'

const usage = `npm run chaos -- [fault...] [options]

Strikes a product of its own with the named faults, or with all of them in an order that the seed decides, while people
use it. Ends with 1 when a promise did not hold.

Faults: ${Object.keys(faults).join(', ')}
Options:
  --seed N        repeats the order of a run before
  --rounds N      how often all of them strike
  --distributed   every service as a process of its own`

const { positionals, values } = readCommandLine(usage, {
  seed: { type: 'string' },
  rounds: { type: 'string', default: '1' },
  distributed: { type: 'boolean', default: false },
})
const unknown = positionals.find((name) => !(name in faults))
if (unknown !== undefined) refuse(`There is no fault '${unknown}'`)
const seed = Number(values.seed ?? randomInt(1_000_000))
const topology = values.distributed ? 'distributed' : 'together'
const random = dice(seed)

const mountable = process.platform === 'linux' && process.getuid?.() === 0
const possible = Object.keys(faults).filter((name) => mountable || !faults[name]?.needsSmallDisk)
const rounds = Array.from({ length: Number(values.rounds) }, () => shuffled(possible, random))
const names = positionals.length > 0 ? positionals : rounds.flat()

console.log(`Seed ${seed}, ${topology}: ${names.length} faults`)
if (!mountable) console.log('No disk can be filled here: that takes root on Linux.')
const result = await runChaos({ topology, names, seed, say: console.log })
console.table(result.struck)
console.log(`${result.confirmed} requests confirmed; answers by status: ${JSON.stringify(result.statuses)}`)
for (const problem of result.problems) console.error(problem)
console.log(
  result.problems.length === 0 ? 'Everything held' : `${result.problems.length} promises did not hold`,
)
process.exitCode = result.problems.length === 0 ? 0 : 1
