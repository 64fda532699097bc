import { rejection } from '@plumbline/platform/errors'
import { type $ZodType, type output, safeParse } from 'zod/v4/core'

/** What was sent, or a refusal that names the fields. */
export function parse<Schema extends $ZodType>(schema: Schema, value: unknown): output<Schema> {
  const parsed = safeParse(schema, value)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  const fields = Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))
  throw rejection('invalid', issues[0]?.message ?? 'The request could not be read.', { fields })
}
