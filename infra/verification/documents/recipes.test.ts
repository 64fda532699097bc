import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseManifest } from '@plumbline/gateway/releases'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../../processes/config.ts'
import { applyChanges, changesOf, copyPackages, packagesOf, typeErrors } from './recipes.ts'

const changes = changesOf(readFileSync(join(root, 'infra/docs/recipes.md'), 'utf8'))
// a compilation takes ten seconds, and four times as long on a busy machine
const twoMinutes = 120_000
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-recipes-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test(
  'the recipes fit the code, one after the other, and compile',
  () => {
    copyPackages(folder)
    applyChanges(changes, folder)
    expect(typeErrors(folder, packagesOf(changes))).toEqual([])
    const [crm] = ['mfe-crm/mfe.json', 'mfe-leads/mfe.json'].map((file) =>
      parseManifest(JSON.parse(readFileSync(join(folder, file), 'utf8')), file),
    )
    expect(crm?.paths).toContain('/leads')
  },
  twoMinutes,
)

test(
  'caught: a wrong name in a block, and a file that a recipe leaves out',
  () => {
    const changed = changes
      .filter(({ diff }) => !diff.includes("'Lead assigned'"))
      .map(({ line, diff }) => ({
        line,
        diff: diff.replace('requireActiveLead(state).assigneeId', 'findLead()'),
      }))
    copyPackages(folder)
    applyChanges(changed, folder)
    const errors = typeErrors(folder, ['services/crm', 'services/insights']).join('\n')
    expect(errors).toContain("Cannot find name 'findLead'")
    expect(errors).toContain('services/insights/src/activity/descriptions.ts')
  },
  twoMinutes,
)

const replaceTwo = (file: string) => `--- a/${file}\n+++ b/${file}\n@@ -2,3 +2,3 @@\n one\n-two\n+2\n three\n`

test('caught: a block that names no file, or is no diff', () => {
  expect(changesOf(`# Recipes\n\n\`\`\`diff\n${replaceTwo('a.ts')}\`\`\`\n`)).toEqual([
    { line: 3, diff: replaceTwo('a.ts') },
  ])
  for (const block of ['```diff\n-two\n+2\n```', '```ts\nconst a = 1\n```'])
    expect(() => changesOf(`# Recipes\n\n${block}\n`)).toThrow('line 3')
})

test('caught: a block whose context is gone', () => {
  writeFileSync(join(folder, 'a.ts'), 'one\ntwo\nthree\n')
  writeFileSync(join(folder, 'b.ts'), 'one\ntwo\nfour\n')
  applyChanges([{ line: 3, diff: replaceTwo('a.ts') }], folder)
  expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('one\n2\nthree\n')
  expect(() => applyChanges([{ line: 9, diff: replaceTwo('b.ts') }], folder)).toThrow(/line 9 .*b\.ts/)
})
