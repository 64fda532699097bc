import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseManifest } from '@plumbline/gateway/releases'
import { afterEach, expect, test } from 'vitest'
import { root } from '../../processes/config.ts'
import { copyRepository } from '../upgrade/nextRelease.ts'
import { applyChanges, changesOf, packagesOf, typeErrors } from './recipes.ts'

const changes = changesOf(readFileSync(join(root, 'infra/docs/recipes.md'), 'utf8'))
// a compilation takes ten seconds, and four times as long on a busy machine
const fiveMinutes = 300_000
let folder: string
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test(
  'the recipes fit the code, one after the other, and compile',
  async () => {
    folder = await copyRepository()
    applyChanges(changes, folder)
    expect(typeErrors(folder, packagesOf(changes))).toEqual([])
    const [crm] = ['mfe-crm/mfe.json', 'mfe-leads/mfe.json'].map((file) =>
      parseManifest(JSON.parse(readFileSync(join(folder, file), 'utf8')), file),
    )
    expect(crm?.paths).toContain('/leads')
  },
  fiveMinutes,
)

test(
  'caught: a wrong name in a block, and a file that a recipe leaves out',
  async () => {
    const changed = changes
      .filter(({ diff }) => !diff.includes("'Lead assigned'"))
      .map(({ line, diff }) => ({
        line,
        diff: diff.replace('requireActiveLead(state).assigneeId', 'findLead()'),
      }))
    folder = await copyRepository()
    applyChanges(changed, folder)
    const errors = typeErrors(folder, ['services/crm', 'services/insights']).join('\n')
    expect(errors).toContain("Cannot find name 'findLead'")
    expect(errors).toContain('services/insights/src/activity/descriptions.ts')
  },
  fiveMinutes,
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
  folder = mkdtempSync(join(tmpdir(), 'plumbline-recipes-'))
  writeFileSync(join(folder, 'a.ts'), 'one\ntwo\nthree\n')
  writeFileSync(join(folder, 'b.ts'), 'one\ntwo\nfour\n')
  applyChanges([{ line: 3, diff: replaceTwo('a.ts') }], folder)
  expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('one\n2\nthree\n')
  expect(() => applyChanges([{ line: 9, diff: replaceTwo('b.ts') }], folder)).toThrow(/line 9 .*b\.ts/)
})
