import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../processes/config.ts'
import {
  headings,
  missingPaths,
  operatorsCommands,
  unknownCommands,
  unknownNames,
  unproved,
} from './documents.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const book = read('infra/docs/operations.md')
const promises = read('infra/docs/security.md')

describe.each([
  ['infra/docs/operations.md', book],
  ['infra/docs/security.md', promises],
  ['infra/docs/releases.md', read('infra/docs/releases.md')],
  ['.github/CONTRIBUTING.md', read('.github/CONTRIBUTING.md')],
  ['.github/SECURITY.md', read('.github/SECURITY.md')],
])('%s', (_path, text) => {
  test('speaks of files that are there', () => {
    expect(missingPaths(text)).toEqual([])
  })
  test('speaks of commands that work', () => {
    expect(unknownCommands(text)).toEqual([])
  })
  test('speaks of variables that are read', () => {
    expect(unknownNames(text)).toEqual([])
  })
})

test('every promise has a test that is there, or says that it has none', () => {
  expect(promises.split('\n').filter((line) => line.startsWith('- ')).length).toBeGreaterThan(50)
  expect(unproved(promises)).toEqual([])
})

test('the operators’ commands are read from where they are', () => {
  expect(operatorsCommands()).toEqual(
    expect.arrayContaining(['backup', 'deliveries retry', 'projections retry', 'users add', 'events show']),
  )
})

test.each([
  ['a file that is gone', missingPaths, 'see `infra/deployment/checks/nothing.ts`'],
  ['a command nobody knows', unknownCommands, '`npm run ops -- projections mend crm.leads`'],
  ['another one', unknownCommands, '`node infra/cli/ops/main.ts restart`'],
  ['a script that is gone', unknownCommands, '```sh\nnpm run deploy\n```'],
  ['a variable nobody reads', unknownNames, 'set `MASTER_PASSWORD`'],
  ['one in a file', unknownNames, '```sh\nMASTERKEY=x\n```'],
  ['a promise without a proof', unproved, '- All is well.'],
  [
    'a test that is gone',
    unproved,
    `- All is well: \`infra/verification/documents/documents.test.ts\` › ${['all', 'is', 'ill'].join(' ')}`,
  ],
  [
    'one of two tests',
    unproved,
    `- Well: \`infra/verification/documents/documents.test.ts\` › one of two tests; › ${['never', 'written'].join(' ')}`,
  ],
])('caught: %s', (_what, check, text) => {
  expect(check(text)).toHaveLength(1)
})

test('headings are named as links name them', () => {
  expect(headings('# Running it\n\n### A read model lags\n')).toEqual(['running-it', 'a-read-model-lags'])
})
