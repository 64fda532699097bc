import {
  $ZodArray,
  $ZodObject,
  $ZodObjectJIT,
  type $ZodShape,
  type $ZodType,
  clone,
  safeParse,
} from 'zod/v4/core'
import { type FieldRight, rightToSee } from '../schemas.ts'

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

type Definition = $ZodType['_zod']['def'] & {
  shape?: $ZodShape
  innerType?: $ZodType
  element?: $ZodType
  valueType?: $ZodType
  options?: readonly $ZodType[]
}

const definitionOf = (schema: $ZodType) => schema._zod.def as Definition

/** The right that everything in a field needs. */
const rightToSeeAll = (schema: $ZodType): FieldRight | undefined => {
  const { innerType, element, valueType } = definitionOf(schema)
  const inner = innerType ?? element ?? valueType
  return rightToSee(schema) ?? (inner && rightToSeeAll(inner))
}

/** The same schema without the fields that need one of these rights: an answer for who has none of them. */
export function withoutFields(schema: $ZodType, rights: readonly FieldRight[]): $ZodType {
  const without = (inner: $ZodType) => withoutFields(inner, rights)
  const definition = definitionOf(schema)
  const { shape, innerType, element, valueType, options } = definition
  const isHidden = (field: $ZodType) => {
    const right = rightToSeeAll(field)
    return right !== undefined && rights.includes(right)
  }
  const inner = {
    ...(innerType && { innerType: without(innerType) }),
    ...(element && { element: without(element) }),
    ...(valueType && { valueType: without(valueType) }),
    ...(options && { options: options.map(without) }),
    ...(shape && {
      shape: Object.fromEntries(
        Object.entries(shape).flatMap(([name, field]) => (isHidden(field) ? [] : [[name, without(field)]])),
      ),
    }),
  }
  return Object.keys(inner).length > 0 ? clone(schema, { ...definition, ...inner } as never) : schema
}
