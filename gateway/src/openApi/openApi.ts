import type { Endpoint } from '@plumbline/platform/http'
import { type $ZodType, type JSONSchema, toJSONSchema } from 'zod/v4/core'
import { exampleOf, type Shape } from './examples.ts'

type Schema = JSONSchema.BaseSchema
type Parameter = { name: string; in: string; required: boolean; description?: string; schema: Schema }
type DeclaredEndpoint = Pick<Endpoint, 'method' | 'path' | 'needs'> & Partial<Endpoint>

const problems: Record<string, string> = {
  400: 'Invalid request; `errors` has a message per field',
  401: 'No session',
  403: 'The role of the member does not allow it',
  404: 'No such record',
  409: 'A rule or a concurrent change forbids it',
  412: 'The record has changed since the version in `If-Match`',
  422: 'The `Idempotency-Key` was used before with another body',
  429: 'Too many requests; `Retry-After` is in seconds',
  503: 'A dependency is unavailable; safe to repeat',
}

/**
 * The OpenAPI 3.0 document of declared endpoints, from the schemas that validate their requests. Not 3.1, for which the
 * library of `/api/docs` resolves every schema in advance: it took six times as long to show a list.
 */
export function openApi(endpoints: readonly DeclaredEndpoint[], about: { title: string; url: string }) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    Object.assign(paths[path], { [endpoint.method.toLowerCase()]: operation(endpoint, path) })
  }
  return {
    openapi: '3.0.4',
    info: {
      title: about.title,
      version: '1',
      description:
        'Every call of the back-office. Times are ISO 8601 in UTC, money is text with two decimals.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
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
const tagOf = ({ path }: DeclaredEndpoint) => path.split('/')[2] as string

function operation(endpoint: DeclaredEndpoint, path: string) {
  const { method, needs, summary, body, bodyType } = endpoint
  return {
    operationId: operationId(method, path),
    tags: [tagOf(endpoint)],
    summary: summary ?? path,
    ...(isRight(needs) && { description: `Needs the right \`${needs}\`.` }),
    security: needs === 'public' ? [] : [{ session: [] }],
    ...(parametersOf(endpoint).length > 0 && { parameters: parametersOf(endpoint) }),
    ...(body && { requestBody: { required: true, content: content(body, 'input', bodyType) } }),
    responses: {
      ...successOf(endpoint),
      ...Object.fromEntries(
        problemsOf(endpoint).map((it) => [it, { $ref: `#/components/responses/p${it}` }]),
      ),
    },
  }
}

function successOf({ summary, response, produces, redirects, creates }: DeclaredEndpoint) {
  const description = summary ?? 'Done'
  const status = creates ? '201' : '200'
  if (redirects) {
    const location = { schema: { type: 'string' } }
    return { 302: { description, headers: { Location: location } } }
  }
  if (produces) {
    const schema = { type: 'string', ...(!produces.startsWith('text/') && { format: 'binary' }) }
    return { [status]: { description, content: { [produces]: { schema } } } }
  }
  if (response) return { [status]: { description, content: content(response, 'output') } }
  return { 204: { description } }
}

const isRight = (needs: Endpoint['needs']) => needs !== 'public' && needs !== 'self'

const operationId = (method: string, path: string) =>
  [method.toLowerCase(), ...path.split('/').slice(2)]
    .map((part) => part.replace(/[{}]/g, ''))
    .flatMap((part) => part.split(/[-.]/))
    .map((part, index) => (index === 0 ? part : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('')

const problemsOf = ({ method, needs, params, body, query, creates }: DeclaredEndpoint): string[] => [
  ...(body || query ? ['400'] : []),
  ...(needs === 'public' ? [] : ['401']),
  ...(isRight(needs) ? ['403'] : []),
  ...(params ? ['404'] : []),
  ...(method === 'GET' ? [] : ['409']),
  ...(method === 'PUT' || method === 'PATCH' ? ['412'] : []),
  ...(creates ? ['422'] : []),
  '429',
  '503',
]

function parametersOf({ path, params, query, creates, method }: DeclaredEndpoint): Parameter[] {
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
      ? [
          header(
            'Idempotency-Key',
            'Repeats with the same body get the first answer; the call is executed once',
          ),
        ]
      : []),
    ...(method === 'PUT' || method === 'PATCH'
      ? [
          header(
            'If-Match',
            'The `ETag` of the record that was read; rejected with 412 when it has changed since',
          ),
        ]
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
  const { $schema: _, ...own } = toJSONSchema(schema, {
    io,
    target: 'openapi-3.0',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => allowNull(jsonSchema as Nullable),
  })
  return own
}

type Nullable = { nullable?: boolean; enum?: unknown[]; anyOf?: object[] }

/** In OpenAPI 3.0 `nullable` stands beside a type alone, and `enum` has to allow null, too. */
function allowNull(schema: Nullable): void {
  if (!schema.nullable) return
  if (schema.enum && !schema.enum.includes(null)) schema.enum = [...schema.enum, null]
  if (!schema.anyOf) return
  delete schema.nullable
  schema.anyOf = schema.anyOf.map((it) => ({ ...it, nullable: true }))
}

function content(zodSchema: $ZodType, io: 'input' | 'output', bodyType?: Endpoint['bodyType']) {
  const schema = schemaOf(zodSchema, io)
  const type = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return { [type]: { schema, example: exampleOf(zodSchema, schema as Shape) } }
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
