import { type $ZodType, type output, safeParse } from 'zod/v4/core'

/** An answer other than success. */
export class HttpError extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The body, or a refusal with its first problem. */
export function parse<Schema extends $ZodType>(schema: Schema, value: unknown): output<Schema> {
  const parsed = safeParse(schema, value)
  if (parsed.success) return parsed.data
  throw new HttpError(400, parsed.error.issues[0]?.message ?? 'The request could not be read.')
}

export const textOrNull = (text: string | null | undefined): string | null => text?.trim() || null
