import * as fc from 'fast-check'

/** The part of JSON Schema that the document of the calls uses. */
export type Schema = {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}

const longest = 300
const byFormat: Record<string, fc.Arbitrary<string>> = {
  'date-time': fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map((it) => it.toISOString()),
  date: fc
    .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
    .map((it) => it.toISOString().slice(0, 10)),
  email: fc.emailAddress(),
  uuid: fc.uuid(),
}

/** Values that a schema allows; a number that may be an id is small, so that the id often exists. */
export function allowed(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(allowed))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'string':
      return text(schema)
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 1, -100), max: Math.min(schema.maximum ?? 60, 60) })
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(allowed(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 4, 4),
      })
    case 'object':
      return record(schema)
    default:
      return fc.jsonValue()
  }
}

function text({ format, pattern, minLength = 0, maxLength = longest }: Schema): fc.Arbitrary<string> {
  const arbitrary = format && byFormat[format]
  if (arbitrary) return arbitrary
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, longest) })
}

function record({ properties = {}, required = [], additionalProperties }: Schema): fc.Arbitrary<unknown> {
  if (Object.keys(properties).length === 0 && typeof additionalProperties === 'object')
    return fc.dictionary(fc.string(), allowed(additionalProperties), { maxKeys: 4 })
  const fields = Object.fromEntries(Object.entries(properties).map(([name, it]) => [name, allowed(it)]))
  return fc.record(fields, { requiredKeys: required })
}

// what a cursor of a list or of the search contains, with days that no calendar or no database has
const cursors = ['0000-01-01', '0001-01-01', '2026-02-30', '9999-12-31'].flatMap((day) =>
  ['', '1 '].map((rank) => Buffer.from(`${rank}${day}T12:00:00.000Z 999999999`).toString('base64url')),
)
const extremeTexts: Record<string, readonly string[]> = {
  date: ['0000-01-01', '0001-01-01', '9999-12-31'],
  'date-time': ['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'],
}
/** Digits of any length, of which a pattern allows some. */
const digits = Array.from({ length: 24 }, (_, i) => '9'.repeat(i + 1))

/** The outermost values that a schema allows: what the type of a column may not hold. */
export function extreme(schema: Schema, name = ''): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((it) => extreme(it, name)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  const { format = '', pattern, minimum, maximum } = schema
  if (name === 'cursor') return fc.constantFrom(...cursors)
  if (schema.const !== undefined || schema.enum) return allowed(schema)
  switch (type) {
    case 'integer':
      return fc.constantFrom(minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER)
    case 'number':
      return fc.constantFrom(minimum ?? -1e308, maximum ?? 1e308)
    case 'array':
      return fc.array(extreme(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([key, it]) => [key, extreme(it, key)]),
        ),
        { requiredKeys: schema.required ?? [] },
      )
    case 'string': {
      const texts = (extremeTexts[format] ?? digits).filter((it) => !pattern || new RegExp(pattern).test(it))
      return texts.length > 0 ? fc.constantFrom(...texts) : allowed(schema)
    }
    default:
      return allowed(schema)
  }
}

/** Values that hardly any schema allows, and some that break what takes them on trust. */
export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '\0',
    '\ud800',
    '‮‭',
    "'; DROP TABLE customers; --",
    '%_\\',
    '{{7*7}}',
    'x'.repeat(20_000),
    '1e400',
    'NaN',
    2 ** 53,
    -1,
    1e308,
    { __proto__: 1 },
    [[[[[[[[[[[[[[]]]]]]]]]]]]]],
  ),
)
