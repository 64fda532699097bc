import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseManifest } from '@plumbline/gateway/releases'
import { expect, test } from 'vitest'
import { root } from '../../processes/config.ts'
import { applyExample, checkExamples, examplesOf } from './recipes.ts'

const examples = examplesOf(readFileSync(join(root, 'infra/docs/recipes.md'), 'utf8'))
const aMinute = 60_000

test(
  'the examples of the recipes compile in the packages that they change',
  () =>
    checkExamples(examples, ({ errors, read }) => {
      expect(errors).toEqual([])
      for (const file of ['mfe-crm/mfe.json', 'mfe-leads/mfe.json'])
        parseManifest(JSON.parse(read(file)), file)
      expect(JSON.parse(read('mfe-crm/mfe.json')).paths).toContain('/leads')
    }),
  aMinute,
)

test(
  'caught: a wrong name in an example',
  () => {
    const changed = examples.map(({ file, code }) => ({
      file,
      code: code.replace('requireExistingLead', 'findLead'),
    }))
    checkExamples(changed, ({ errors }) => expect(errors.join()).toContain("Cannot find name 'findLead'"))
  },
  aMinute,
)

test(
  'caught: a recipe that leaves out a file',
  () => {
    const changed = examples.filter(({ file }) => file !== 'services/insights/src/activity/descriptions.ts')
    checkExamples(changed, ({ errors }) =>
      expect(errors.join()).toContain('services/insights/src/activity/descriptions.ts'),
    )
  },
  aMinute,
)

test('caught: an example that does not name its file', () => {
  expect(() => examplesOf('```ts\nconst a = 1\n```')).toThrow('names its file')
})

test('an example replaces the declarations it names and adds the others before the next one', () => {
  const source =
    "import { a } from './a.ts'\n\n/** One. */\nconst one = {\n  x: 1,\n  y: 2,\n}\n\nconst two = 2\n"
  const code = 'const half = 0.5\n\nconst one = {\n  x: 3,\n  z: 4,\n  // …\n}'
  expect(applyExample(source, { file: 'b.ts', code })).toBe(
    "import { a } from './a.ts'\n\nconst half = 0.5\n\nconst one = {\n  x: 3,\n  z: 4,\n  y: 2,\n}\nconst two = 2\n",
  )
})

test('caught: a gap before a line that the file does not have', () => {
  const example = { file: 'b.ts', code: 'const one = {\n  // …\n  w: 1,\n}' }
  expect(() => applyExample('const one = {\n  x: 1,\n}\n', example)).toThrow('w: 1')
})
