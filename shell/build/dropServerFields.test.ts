import { expect, it } from 'vitest'
import dropServerFields from './dropServerFields.ts'

const endpoint = (more: string) => `export const addNote = {
  method: 'POST',
  path: '/api/notes',
${more}  produces: 'text/plain',
} as const
`

it('a page carries of an endpoint what the browser reads', () => {
  const declared = `  summary:
    'Add a note, with a long sentence',
  needs: 'leads',
  limits: [{ per: 'everyone', max: 60, seconds: 3_600 }],
  params: ById,
  query: z.object({
    /** Part of a name. */
    q: z.optional(z.string()),
    sort: z.enum([
      'newest',
    ]),
  }),
  body: z.array(
    z.object({ text: z.string() }),
  ),
  response: z.array(Note),
`
  expect(dropServerFields(endpoint(declared))).toBe(endpoint(''))
})

it('what is no field of an endpoint stays', () => {
  const source = `const needs = { summary: 'a' }
export const A = z.object({
    summary: 'b',
    response: z.object({}),
})
const query = { body: 'c' }
`
  expect(dropServerFields(source)).toBe(source)
})

it('a page carries of a field what the browser reads', () => {
  const declared = `export const jobFields = {
  title: { label: 'Service', isPersonal: false },
  startsAt: { label: 'When', isPersonal: false, storedAs: 'startsAt', maxLength: 30 },
  notes: { label: 'Notes', isPersonal: true, maxLength: 5_000 },
}
const isPersonal = ({ isPersonal }: Field) => isPersonal
`
  expect(dropServerFields(declared)).toBe(`export const jobFields = {
  title: { label: 'Service' },
  startsAt: { label: 'When', maxLength: 30 },
  notes: { label: 'Notes', maxLength: 5_000 },
}
const isPersonal = ({ isPersonal }: Field) => isPersonal
`)
})
