import type { Endpoint } from '@plumbline/platform/http'
import { type $ZodType, type JSONSchema, toJSONSchema } from 'zod/v4/core'
import { exampleOf, type Shape } from './examples.ts'

type Schema = JSONSchema.BaseSchema
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema }
type Declared = Pick<Endpoint, 'method' | 'path' | 'access'> & Partial<Endpoint>

const problems: Record<string, string> = {
  400: 'What was sent cannot be accepted; `errors` says why, by field',
  401: 'Nobody is signed in',
  404: 'There is no such thing',
  409: 'A rule or a change at the same moment forbids it',
  412: 'It has changed since the version in `If-Match`',
  422: 'The `Idempotency-Key` was used before with another body',
  429: 'Too many requests; `Retry-After` says when to come back, in seconds',
  503: 'Something this needs is away; safe to repeat',
}

/** The document of every declared call, OpenAPI 3.1, made from the schemas that check the requests. */
export function openApi(endpoints: readonly Declared[], about: { title: string; url: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    Object.assign(paths[path], { [endpoint.method.toLowerCase()]: operation(endpoint, path) })
  }
  return {
    openapi: '3.1.1',
    info: {
      title: about.title,
      version: '1',
      description:
        'Every call of the back-office. Times are ISO 8601 in UTC, money is text with two decimals.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: about.url }],
    tags: [...new Set(endpoints.map(tagOf))].sort().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'sid' } },
      responses: Object.fromEntries(
        Object.entries(problems).map(([status, text]) => [`p${status}`, problem(text)]),
      ),
    },
  }
}

// `/api/customers/{id}` belongs to the customers
const tagOf = ({ path }: Declared) => path.split('/')[2] as string

function operation(endpoint: Declared, path: string) {
  const { method, access, summary, body, response, creates } = endpoint
  const status = !response ? '204' : creates ? '201' : '200'
  return {
    operationId: operationId(method, path),
    tags: [tagOf(endpoint)],
    summary: summary ?? path,
    security: access === 'session' ? [{ session: [] }] : [],
    ...(parametersOf(endpoint).length > 0 && { parameters: parametersOf(endpoint) }),
    ...(body && { requestBody: { required: true, content: json(body, 'input') } }),
    responses: {
      [status]: {
        description: summary ?? 'Done',
        ...(response && { content: json(response, 'output') }),
      },
      ...Object.fromEntries(
        problemsOf(endpoint).map((it) => [it, { $ref: `#/components/responses/p${it}` }]),
      ),
    },
  }
}

const operationId = (method: string, path: string) =>
  [method.toLowerCase(), ...path.split('/').slice(2)]
    .map((part) => part.replace(/[{}]/g, ''))
    .flatMap((part) => part.split(/[-.]/))
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('')

const problemsOf = ({ method, access, params, body, query, creates }: Declared): string[] => [
  ...(body || query ? ['400'] : []),
  ...(access === 'session' ? ['401'] : []),
  ...(params ? ['404'] : []),
  ...(method === 'GET' ? [] : ['409']),
  ...(method === 'PUT' || method === 'PATCH' ? ['412'] : []),
  ...(creates ? ['422'] : []),
  '429',
  '503',
]

function parametersOf({ path, params, query, creates, method }: Declared): Parameter[] {
  const fields = (schema: $ZodType | undefined) => {
    const { properties = {}, required = [] } = (schema ? schemaOf(schema, 'input') : {}) as Schema & {
      properties?: Record<string, Schema>
      required?: string[]
    }
    return { properties, required }
  }
  const [inPath, inQuery] = [fields(params), fields(query)]
  const named = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
  return [
    ...named.map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: inPath.properties[name] ?? { type: 'string' },
    })),
    ...Object.entries(inQuery.properties).map(([name, schema]) => ({
      name,
      in: 'query',
      required: inQuery.required.includes(name),
      schema,
    })),
    ...(creates
      ? [header('Idempotency-Key', 'Sent again with the same body it is answered as before, and done once')]
      : []),
    ...(method === 'PUT' || method === 'PATCH'
      ? [header('If-Match', 'The `ETag` of what was read; refused with 412 when it has changed since')]
      : []),
  ]
}

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string', maxLength: 255 },
})

function schemaOf(schema: $ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...found } = toJSONSchema(schema, { io, unrepresentable: 'any' })
  return found
}

function json(declared: $ZodType, io: 'input' | 'output') {
  const schema = schemaOf(declared, io)
  return { 'application/json': { schema, example: exampleOf(declared, schema as Shape) } }
}
const problem = (description: string) => ({
  description,
  content: {
    'text/plain': { schema: { type: 'string' } },
    'application/problem+json': {
      schema: {
        type: 'object',
        properties: {
          title: { type: 'string' },
          status: { type: 'integer' },
          detail: { type: 'string' },
          code: { type: 'string' },
          instance: { type: 'string' },
          errors: { type: 'object', additionalProperties: { type: 'string' } },
        },
      },
    },
  },
})
