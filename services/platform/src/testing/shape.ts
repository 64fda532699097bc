import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { $ZodType } from 'zod/v4/core'

/** Eight letters that change with what a schema lets through. */
export const shapeOf = (schema: $ZodType): string =>
  createHash('sha256')
    .update(JSON.stringify(z.toJSONSchema(schema)))
    .digest('hex')
    .slice(0, 8)
