import { createConfig, lintFromString } from '@redocly/openapi-core'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { gatewayEndpoints } from '../gateway.ts'
import { exampleOf, type Shape } from './examples.ts'
import { openApi } from './openApi.ts'

const notes = [
  {
    method: 'POST',
    path: '/api/notes',
    summary: 'Writes a note',
    needs: 'self',
    creates: true,
    body: z.object({ text: z.string().max(10), at: z.iso.datetime().optional() }),
    response: z.object({ id: z.int(), text: z.string().nullable() }),
  },
  {
    method: 'PATCH',
    path: '/api/notes/:id',
    summary: 'Changes a note',
    needs: 'self',
    params: z.object({ id: z.coerce.number().int() }),
    query: z.object({ quietly: z.enum(['yes', 'no']).optional() }),
    body: z.object({ text: z.string() }),
    response: z.object({ id: z.int() }),
  },
] as const
const document = openApi([...gatewayEndpoints, ...notes], { title: 'Notes', url: 'https://notes.example' })
const post = document.paths['/api/notes']?.post as Record<string, never>
const patch = document.paths['/api/notes/{id}']?.patch as Record<string, never>

it('passes a public set of rules without an error', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  expect(problems.filter(({ severity }) => severity === 'error').map(({ message }) => message)).toEqual([])
})

it('fails a public set of rules with a mistake in it (negative control)', async () => {
  const config = await createConfig({ extends: ['recommended'] })
  const wrong = { ...document, paths: { '/api/notes/{id}': { get: { responses: {} } } } }
  const problems = await lintFromString({ source: JSON.stringify(wrong), config })
  expect(problems.some(({ severity }) => severity === 'error')).toBe(true)
})

it('documents requests and responses', () => {
  expect(post).toMatchObject({
    operationId: 'postNotes',
    tags: ['notes'],
    security: [{ session: [] }],
    parameters: [{ name: 'Idempotency-Key', in: 'header', required: false }],
    requestBody: {
      content: {
        'application/json': { schema: { required: ['text'], properties: { text: { maxLength: 10 } } } },
      },
    },
    responses: { 201: { content: { 'application/json': { schema: { required: ['id', 'text'] } } } } },
  })
  expect(patch).toMatchObject({
    operationId: 'patchNotesId',
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'quietly', in: 'query', required: false, schema: { enum: ['yes', 'no'] } },
      { name: 'If-Match', in: 'header' },
    ],
    responses: { 404: { $ref: '#/components/responses/p404' }, 412: {} },
  })
})

it('documents which calls need no session', () => {
  expect(document.paths['/api/login']?.post).toMatchObject({ security: [] })
  expect(document.paths['/api/login']?.post).not.toHaveProperty('responses.401')
})

it('says what may be null the way that version 3.0 does', () => {
  const response = z.object({
    text: z.string().nullable(),
    color: z.enum(['red', 'green']).nullable(),
    shape: z.union([z.object({ sides: z.int() }), z.object({ radius: z.number() })]).nullable(),
  })
  const call = { method: 'GET', path: '/api/shapes', needs: 'self', response } as const
  const { paths } = openApi([call], { title: 'Shapes', url: 'https://shapes.example' })
  expect(paths['/api/shapes']?.get).toMatchObject({
    responses: {
      200: {
        content: {
          'application/json': {
            schema: {
              properties: {
                text: { type: 'string', nullable: true },
                color: { enum: ['red', 'green', null], nullable: true },
                shape: {
                  anyOf: [
                    { type: 'object', nullable: true },
                    { type: 'object', nullable: true },
                  ],
                },
              },
            },
          },
        },
      },
    },
  })
})

it('has plausible examples of requests and responses', () => {
  expect(post).toMatchObject({
    requestBody: { content: { 'application/json': { example: { text: 'Issued' } } } },
    responses: { 201: { content: { 'application/json': { example: { id: 42, text: 'Issued' } } } } },
  })
})

it('has no example that its own schema rejects', () => {
  const example = (schema: z.ZodType) =>
    exampleOf(schema, z.toJSONSchema(schema, { target: 'openapi-3.0' }) as Shape)
  const either = z.object({ id: z.int(), name: z.string().optional(), title: z.string().optional() })
  const oneOfThem = either.refine(({ name, title }) => (name === undefined) !== (title === undefined))
  expect(example(either)).toEqual({ id: 42, name: 'billing', title: 'Porch painting' })
  expect(example(oneOfThem)).toEqual({ id: 42, title: 'Porch painting' })
  expect(example(either.refine(() => false))).toBeUndefined()
})
