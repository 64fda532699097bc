import { resolve } from 'node:path'
import { parseCLI, startVitest } from 'vitest/node'
import { formatTotals } from './totals.ts'

const usage = `npm test [-- <part of a path>...] [options]

Builds the front-ends, then runs every suite, or those whose path contains one of the arguments: npm test -- crm
  --all                    the drills, too: faults, upgrades, earlier releases, what takes minutes
  --distributed            the product of the end-to-end suites as separate processes
  --project unit|int|e2e|drill|timed   only suites of this kind
  --watch                  runs again what depends on a file that was saved, until Ctrl-C
  -t PATTERN               only the tests whose name matches`

/** Builds the front-ends and runs the suites. */
async function runTests(given: string[]): Promise<void> {
  if (given.includes('--help')) return console.log(usage)
  const watch = given.includes('--watch')
  if (given.includes('--distributed')) process.env.TOPOLOGY = 'distributed'
  const args = given.filter((arg) => !['--all', '--distributed', '--watch'].includes(arg))
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  // who names a suite wants it, however long it takes
  if (given.includes('--all') || filter.length > 0) process.env.WITH_DRILLS = 'on'
  const { buildAll } = await import('@plumbline/build')
  await buildAll({ log: console.log })
  const config = resolve(import.meta.dirname, 'vitest.config.ts')
  const vitest = await startVitest('test', filter, { ...options, config, run: !watch, watch })
  if (!watch) await vitest?.exit()
}

runTests(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Error ? error.message : error)
  console.log(formatTotals({ passed: 0, failed: 0, skipped: 0 }, 1))
  process.exitCode = 1
})
