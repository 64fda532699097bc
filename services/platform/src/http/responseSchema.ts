import { $ZodArray, $ZodObject, $ZodObjectJIT, type $ZodType, safeParse } from 'zod/v4/core'

/** The same schema, compiled: `zod/mini` reads an object field by field, which takes five times as long. */
export function compileSchema(schema: $ZodType): $ZodType {
  if (schema instanceof $ZodArray)
    return new $ZodArray({ ...schema._zod.def, element: compileSchema(schema._zod.def.element) })
  return schema instanceof $ZodObject ? new $ZodObjectJIT(schema._zod.def) : schema
}

/** The fields that the schema names. Throws when a handler answered another shape. */
export function parseResponse(schema: $ZodType, value: unknown, label: string): unknown {
  const parsed = safeParse(schema, value)
  if (!parsed.success) throw new Error(`${label} answered another shape`, { cause: parsed.error })
  return parsed.data
}
