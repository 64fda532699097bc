import * as z from 'zod'

/** Parses `source` once; the error names every variable that is wrong and why. Unset and empty are the same. */
export function parseEnv<Shape extends z.ZodRawShape>(
  shape: Shape,
  source: Record<string, string | undefined> = process.env,
): z.infer<z.ZodObject<Shape>> {
  const present = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value !== ''),
  )
  const parsed = z.object(shape).safeParse(present)
  if (parsed.success) return parsed.data
  const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new Error(`Invalid environment variables: ${lines.join('; ')}`)
}

export const port = (fallback: number) =>
  z.coerce.number({ error: 'must be a port number' }).int().min(0).max(65535).default(fallback)

export const url = (...protocols: string[]) =>
  z
    .string()
    .refine((text) => isEncoded(text), {
      error: ({ input }) => {
        const [, character = ''] = unencoded.exec(String(input)) ?? []
        return `has a "${character}" before its @, which must be written ${encodeURIComponent(character)}`
      },
      abort: true,
    })
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
      error: `must be a URL starting with ${protocols.join('// or ')}//`,
    })

// in a user name or a password: what ends the part of a URL, or begins an encoded character
const unencoded = /^\w+:\/\/[^@]*?([#/?[\]\\ ]|%(?![\da-f]{2}))[^@]*@/i
/** An address without a user may have an @ anywhere. */
const isEncoded = (text: string) =>
  !unencoded.test(text) || (URL.canParse(text) && new URL(text).username + new URL(text).password === '')
