import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-totals-'))
  symlinkSync(resolve(import.meta.dirname, '../../../node_modules'), join(folder, 'node_modules'))
  cpSync(resolve(import.meta.dirname, 'totals.ts'), join(folder, 'totals.ts'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
})
afterEach(() => rmSync(folder, { recursive: true }))

const passes = `test('passes', () => {})`

test.each([
  ['one that passes', passes, '1 passed, 0 failed', 0],
  ['one that fails', `${passes}\ntest('fails', () => { throw new Error('no') })`, '1 passed, 1 failed', 1],
  ['one left out on purpose', `${passes}\ntest.todo('later')`, '1 passed, 0 failed, 1 skipped', 0],
  ['a file that does not load', `${passes}\nthrow new Error('no')`, '0 passed, 1 failed', 1],
  [
    'a hook that fails after all',
    `${passes}\nafterAll(() => { throw new Error('no') })`,
    '1 passed, 1 failed',
    1,
  ],
  ['an error nobody caught', `${passes}\nPromise.reject(new Error('no'))`, '1 passed, 1 failed', 1],
  ['no test at all', undefined, '0 passed, 1 failed', 1],
])('the last line tells of %s', (_what, source, line, status) => {
  if (source) writeFileSync(join(folder, 'a.test.ts'), source)
  expect(runVitest('')).toMatchObject({ line, status })
})

test('the last line tells of a set-up that fails', () => {
  writeFileSync(join(folder, 'a.test.ts'), passes)
  writeFileSync(join(folder, 'setup.ts'), `export const setup = () => { throw new Error('no store') }`)
  expect(runVitest(`globalSetup: './setup.ts',`)).toMatchObject({ line: '0 passed, 1 failed', status: 1 })
})

test('the last line tells of a hook that fails before its tests', () => {
  writeFileSync(join(folder, 'a.test.ts'), `beforeAll(() => { throw new Error('no') })\n${passes}`)
  expect(runVitest('')).toMatchObject({ line: expect.stringMatching(/^0 passed, [1-9]/), status: 1 })
})

test('the ten slowest tests are listed before the last line, the slowest first', () => {
  const sleep = (ms: number) => `() => new Promise((resolve) => setTimeout(resolve, ${ms}))`
  const source = `describe('group', () => {
    for (let n = 0; n < 10; n++) test('fast ' + n, () => {})
    test('slow', ${sleep(300)})
    test('slowest', ${sleep(900)})
  })`
  writeFileSync(join(folder, 'a.test.ts'), source)
  const lines = runVitest('').output.trimEnd().split('\n').slice(-11)
  expect(lines[0]).toMatch(/^ +\d\.\d s {2}a\.test\.ts › group > slowest$/)
  expect(lines[1]).toMatch(/^ +\d\.\d s {2}a\.test\.ts › group > slow$/)
  expect(lines.filter((line) => line.includes('a.test.ts › '))).toHaveLength(10)
  expect(lines.at(-1)).toBe('12 passed, 0 failed')
})

function runVitest(options: string) {
  const config = `import { TotalsReporter } from './totals.ts'
    export default { test: { globals: true, ${options} reporters: ['default', new TotalsReporter()] } }`
  writeFileSync(join(folder, 'vitest.config.ts'), config)
  const vitest = resolve(import.meta.dirname, '../../../node_modules/vitest/vitest.mjs')
  const { stdout, status } = spawnSync(process.execPath, [vitest, 'run', '--root', folder], {
    encoding: 'utf8',
    env: { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined },
  })
  return { output: stdout, line: stdout.trimEnd().split('\n').at(-1), status }
}
