import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../../processes/config.ts'
import {
  brokenLinks,
  decisionProblems,
  documents,
  headings,
  missingPaths,
  operatorsCommands,
  undescribedVariables,
  unknownCommands,
  unknownNames,
  unproved,
  unreadVariables,
  variablesRead,
} from './documents.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const promises = read('infra/docs/security.md')

const all = documents()

test('the documents are found', () => {
  expect(all).toEqual(
    expect.arrayContaining([
      'README.md',
      '.github/CONTRIBUTING.md',
      'infra/docs/operations.md',
      'infra/docs/decisions/0008-crypto-shredding-per-person.md',
      'services/crm/README.md',
      'shell/contract/README.md',
      'mfe-crm/README.md',
    ]),
  )
})

describe.each(all)('%s', (path) => {
  const text = read(path)
  test('speaks of files that are there', () => {
    expect(missingPaths(text, path)).toEqual([])
  })
  test('links to files and headings that are there', () => {
    expect(brokenLinks(text, path)).toEqual([])
  })
  test('speaks of commands that work', () => {
    expect(unknownCommands(text)).toEqual([])
  })
  test('speaks of variables that are read', () => {
    expect(unknownNames(text)).toEqual([])
  })
})

describe('infra/docs/configuration.md', () => {
  const configuration = read('infra/docs/configuration.md')
  test('describes every variable that is read', () => {
    expect(variablesRead().size).toBeGreaterThan(45)
    expect(undescribedVariables(configuration)).toEqual([])
  })
  test('describes no variable that nothing reads', () => {
    expect(unreadVariables(configuration)).toEqual([])
  })
  test('caught: a variable that is left out, and one that is made up', () => {
    const lines = configuration.split('\n').filter((line) => !line.startsWith('| `OPS_HOST`'))
    const changed = [...lines, '| `MASTER_PASSWORD` | none | opens everything | every role |'].join('\n')
    expect(undescribedVariables(changed)).toEqual(['OPS_HOST'])
    expect(unreadVariables(changed)).toEqual(['MASTER_PASSWORD'])
  })
})

const decisions = all.filter((path) => /decisions\/\d{4}-/.test(path))

describe('infra/docs/decisions', () => {
  test.each(decisions)('%s has the form of the template', (path) => {
    expect(decisionProblems(read(path), basename(path))).toEqual([])
  })
  test('the list has every decision, with its title', () => {
    const list = read('infra/docs/decisions/README.md')
    for (const path of decisions) {
      const [, number, title] = /^# (\d{4}) (.+)$/m.exec(read(path)) ?? []
      expect(list).toContain(`| ${number} | [${title}](${basename(path)}) |`)
    }
    expect(decisions.length).toBeGreaterThan(20)
  })
  test.each([
    ['another number', (text: string) => text.replace('# 0008', '# 0009'), 'number'],
    ['no status', (text: string) => text.replace('Status: accepted', 'Accepted'), 'status'],
    ['no consequences', (text: string) => text.replace('## Consequences', '## Results'), 'Consequences'],
  ])('caught: a decision with %s', (_what, change, problem) => {
    const path = 'infra/docs/decisions/0008-crypto-shredding-per-person.md'
    expect(decisionProblems(change(read(path)), basename(path)).join()).toContain(problem)
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

const inCrm = (check: (text: string, path: string) => string[]) => (text: string) =>
  check(text, 'services/crm/README.md')

test.each([
  ['a file that is gone', missingPaths, 'see `infra/deployment/nothing.ts`'],
  ['a file of a package that is gone', inCrm(missingPaths), 'see `src/nothing.ts`'],
  ['a link to a file that is gone', inCrm(brokenLinks), '[platform](../platform/NOTHING.md)'],
  [
    'a link to a heading that is gone',
    inCrm(brokenLinks),
    '[how it runs](../../infra/docs/incidents.md#nothing)',
  ],
  ['a link to a heading of its own', inCrm(brokenLinks), '# crm\n\n[crm](#crm) and [leads](#leads)'],
  ['a picture that is gone', inCrm(brokenLinks), '![The list](list.png)'],
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

test('headings are named as links name them, and comments in code are none', () => {
  const text = '# Running it\n\n```sh\n# as root\nls\n```\n\n### A read model lags\n'
  expect(headings(text)).toEqual(['running-it', 'a-read-model-lags'])
})

test('links that lead somewhere are accepted', () => {
  const text =
    '[a](README.md) [b](#crm) [c](https://example.com/x#y) [d](src/api.ts) `[e](nothing.md)`\n\n# crm\n'
  expect(inCrm(brokenLinks)(text)).toEqual([])
})
