import { writeSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node'

export type Totals = { passed: number; failed: number; skipped: number }

/**
 * Ends the run with the slowest tests, and with `N passed, N failed` alone on the very last line, whatever else went
 * wrong.
 */
export class TotalsReporter implements Reporter {
  #totals: Totals = { passed: 0, failed: 0, skipped: 0 }
  #slowest: string[] = []

  onInit(): void {
    // At exit, because teardown may still write, and a run may end before its first test.
    process.once('exit', (code) => {
      for (const line of [...this.#slowest, formatTotals(this.#totals, code)]) writeLine(line)
    })
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#totals = countTotals(modules, unhandled.length)
    this.#slowest = listSlowest(modules, 10)
  }
}

/** A line for each of the slowest tests: seconds, file › name. */
export function listSlowest(modules: readonly TestModule[], maxCount: number): string[] {
  return modules
    .flatMap((module) => [...module.children.allTests()])
    .map((test) => ({ test, durationMs: test.diagnostic()?.duration ?? 0 }))
    .sort((a, b) => b.durationMs - a.durationMs)
    .slice(0, maxCount)
    .map(({ test, durationMs }) => {
      const seconds = (durationMs / 1000).toFixed(1).padStart(6)
      return `${seconds} s  ${test.module.relativeModuleId} › ${test.fullName}`
    })
}

/** A file, a suite or a hook that fails on its own counts as one failure, as does each unhandled error. */
export function countTotals(modules: readonly TestModule[], unhandledErrors: number): Totals {
  const totals = { passed: 0, failed: unhandledErrors, skipped: 0 }
  for (const module of modules) {
    for (const entry of [module, ...module.children.allSuites()] as (TestModule | TestSuite)[]) {
      if (entry.errors().length > 0) totals.failed++
    }
    for (const test of module.children.allTests()) totals[outcome(test)]++
  }
  return totals
}

/** A test that never got to run was not skipped on purpose. */
function outcome(test: TestCase): keyof Totals {
  const { state } = test.result()
  return state === 'pending' ? 'failed' : state
}

export function formatTotals({ passed, failed, skipped }: Totals, exitCode: number): string {
  const failedCount = exitCode !== 0 && failed === 0 ? 1 : failed
  return `${passed} passed, ${failedCount} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function writeLine(line: string): void {
  for (let rest = Buffer.from(`${line}\n`); rest.length > 0; ) {
    try {
      rest = rest.subarray(writeSync(1, rest))
    } catch (error) {
      // A full pipe; its reader is slower than we are.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return
    }
  }
}
