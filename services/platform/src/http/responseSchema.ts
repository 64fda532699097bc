import {
  $ZodArray,
  $ZodObject,
  $ZodObjectJIT,
  type $ZodShape,
  type $ZodType,
  clone,
  safeParse,
} from 'zod/v4/core'
import { isMoney } from '../schemas.ts'

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

/** Whether a field holds money and nothing else. */
const holdsMoney = (schema: $ZodType): boolean => {
  if (isMoney(schema)) return true
  const { innerType, element, valueType } = definitionOf(schema)
  return [innerType, element, valueType].some((inner) => inner !== undefined && holdsMoney(inner))
}

/** The same schema without the fields that are declared as money: an answer for who must not see prices. */
export function withoutMoney(schema: $ZodType): $ZodType {
  const definition = definitionOf(schema)
  const { shape, innerType, element, valueType, options } = definition
  const inner = {
    ...(innerType && { innerType: withoutMoney(innerType) }),
    ...(element && { element: withoutMoney(element) }),
    ...(valueType && { valueType: withoutMoney(valueType) }),
    ...(options && { options: options.map(withoutMoney) }),
    ...(shape && {
      shape: Object.fromEntries(
        Object.entries(shape).flatMap(([name, field]) =>
          holdsMoney(field) ? [] : [[name, withoutMoney(field)]],
        ),
      ),
    }),
  }
  return Object.keys(inner).length > 0 ? clone(schema, { ...definition, ...inner } as never) : schema
}
