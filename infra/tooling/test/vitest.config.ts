import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './longestFirst.ts'
import { TotalsReporter } from './totals.ts'

const exclude = ['**/node_modules/**', '**/dist/**', '**/.data/**']
const stores = resolve(import.meta.dirname, 'globalStores.ts')
const products = resolve(import.meta.dirname, 'globalProducts.ts')

/** Whether the slow ones run, too; see `main.ts`. */
const withDrills = process.env.WITH_DRILLS === 'on'

/** For a loaded machine, on which a process needs ten seconds to start; what succeeds ends before. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000 }

/** Suites with a browser and a product each. */
const wholeProduct = (name: string, include: string) => ({
  name,
  include: [include],
  exclude,
  globalSetup: [stores, products],
  ...patience,
  expect: { poll: { timeout: 15_000 } },
})

/** One at a time: several products each, under load. */
const drills = {
  test: {
    ...wholeProduct('drill', '**/*.drill.test.ts'),
    maxWorkers: 1,
    // up to nine processes that start one after the other
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { groupOrder: 2 },
  },
}

export default defineConfig({
  root: resolve(import.meta.dirname, '../../..'),
  test: {
    reporters: ['default', new TotalsReporter()],
    // Containers and servers stop in here.
    teardownTimeout: 30_000,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...exclude, '**/*.{int,e2e,drill,timed}.test.ts'],
          // no stores and no state: most of the time went into a new process per file that imports the same packages
          isolate: false,
          unstubGlobals: true,
          maxWorkers: 4,
          ...patience,
        },
      },
      {
        test: {
          name: 'int',
          include: ['**/*.int.test.ts'],
          exclude,
          globalSetup: stores,
          // what they share is the stores, in which each file has a database of its own
          isolate: false,
          unstubGlobals: true,
          unstubEnvs: true,
          // most of them wait for a store: two leave a quarter of two cores idle
          maxWorkers: 4,
          ...patience,
          // shorter than what is found by asking again, so that what was announced is seen to be
          expect: { poll: { timeout: 5_000 } },
        },
      },
      {
        test: {
          ...wholeProduct('e2e', 'infra/verification/e2e/**/*.e2e.test.ts'),
          // what files share is a browser, in which each has profiles of its own
          isolate: false,
          // mostly waiting for one another
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      ...(withDrills ? [drills] : []),
      {
        // tests with a time limit: nothing else runs meanwhile
        test: { ...wholeProduct('timed', '**/*.timed.test.ts'), maxWorkers: 1, sequence: { groupOrder: 3 } },
      },
    ],
  },
})
