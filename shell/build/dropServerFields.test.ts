import { expect, it } from 'vitest'
import dropServerFields from './dropServerFields.ts'

const endpoint = (more: string) => `export const listNotes = {
  method: 'GET',
  path: '/api/notes',
${more}  query: z.object({ summary: z.string() }),
} as const
`

it('a page carries of an endpoint what the browser reads', () => {
  const declared = endpoint("  summary:\n    'List notes, with a long sentence',\n  needs: 'leads',\n")
  expect(dropServerFields(declared)).toBe(endpoint(''))
})

it('what is no field of an endpoint stays', () => {
  const source = "const needs = { summary: 'a' }\nexport const A = z.object({\n    summary: 'b',\n})\n"
  expect(dropServerFields(source)).toBe(source)
})
