import { expect, it } from 'vitest'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { gatewayEndpoints } from '../../gateway/src/gateway.ts'
import { openApi } from '../../gateway/src/openApi/openApi.ts'
import { loadEndpoints, upstreamNames } from '../processes/services.ts'

const declared = await Promise.all(upstreamNames.map(loadEndpoints))
const calls = [...gatewayEndpoints, ...declared.flatMap(({ endpoints }) => endpoints)]
const { paths } = openApi(calls, { title: 'Test', url: 'https://office.example' })

type Content = { content?: Record<string, { example?: unknown }> }
type Operation = { requestBody?: Content; responses: Record<string, Content> }

/** What the document shows of a call, beside the schema that has to take it. */
const examples = calls.flatMap(({ method, path, body, response }) => {
  const operation = paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1]
  return [
    { what: `${method} ${path} takes`, schema: body, content: operation.requestBody },
    { what: `${method} ${path} answers`, schema: response, content: answer },
  ].filter((it): it is typeof it & { schema: $ZodType } => it.schema !== undefined)
})
const exampleIn = (content: Content | undefined) => Object.values(content?.content ?? {})[0]?.example

it.each(examples)('$what what its example shows', ({ schema, content }) => {
  expect(safeParse(schema, exampleIn(content)).error?.issues ?? []).toEqual([])
})

it('an example of another call would be noticed', () => {
  const wrong = examples.filter(({ schema }) => !safeParse(schema, { nothing: 'of the kind' }).success)
  expect(wrong.length).toBeGreaterThan(examples.length / 2)
  expect(examples.length).toBeGreaterThan(60)
})
