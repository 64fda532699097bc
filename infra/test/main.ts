import { resolve } from 'node:path'
import { parseCLI, startVitest } from 'vitest/node'
import { formatTotals } from './totals.ts'

/**
 * Builds the front-ends, then runs every suite, or those whose path contains one of the arguments.
 * With `--distributed` the whole product that the end-to-end suites start runs as separate processes.
 */
async function runTests(given: string[]): Promise<void> {
  const args = given.filter((arg) => arg !== '--distributed')
  if (args.length < given.length) process.env.TOPOLOGY = 'distributed'
  const { filter, options } = parseCLI(['vitest', 'run', ...args])
  const { buildAll } = await import('@plumbline/build')
  await buildAll({ log: console.log })
  const config = resolve(import.meta.dirname, 'vitest.config.ts')
  const vitest = await startVitest('test', filter, { ...options, config, run: true, watch: false })
  await vitest?.exit()
}

runTests(process.argv.slice(2)).catch((error) => {
  console.error(error)
  console.log(formatTotals({ passed: 0, failed: 0, skipped: 0 }, 1))
  process.exitCode = 1
})
