import { $ZodArray, $ZodObject, $ZodObjectJIT, type $ZodType, type output, safeParse } from 'zod/v4/core'

/** Something written as JSON. */
export type Json<T> = string & { readonly of?: T }

/** The same schema, compiled: an object of `zod/mini` is read field by field, which takes five times as long. */
export function compiled(schema: $ZodType): $ZodType {
  if (schema instanceof $ZodArray)
    return new $ZodArray({ ...schema._zod.def, element: compiled(schema._zod.def.element) })
  return schema instanceof $ZodObject ? new $ZodObjectJIT(schema._zod.def) : schema
}

/** What the schema names of a value. Throws when it has another shape; `what` made it. */
export function shaped(schema: $ZodType, value: unknown, what: string): unknown {
  const shown = safeParse(schema, value)
  if (!shown.success) throw new Error(`${what} made an answer of another shape`, { cause: shown.error })
  return shown.data
}

/** Writes what the schema names of a value as JSON. */
export function jsonOf<Schema extends $ZodType>(
  schema: Schema,
  what: string,
): (value: output<Schema>) => Json<output<Schema>> {
  const quick = compiled(schema)
  return (value) => JSON.stringify(shaped(quick, value, what))
}
