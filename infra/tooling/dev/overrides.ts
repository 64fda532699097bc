import * as z from 'zod'

const isOrigin = (text: string) =>
  URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text

/** Origins with commas between them. */
export const originList = z
  .string()
  .transform((text) => text.split(',').map((it) => it.trim()))
  .refine((origins) => origins.every(isOrigin), {
    error: 'must list origins, such as http://localhost:4301',
  })

/** Where remotes that are worked on may come from; refused where people work, since what comes is run as our own. */
export function overridesOf(
  variables: { REMOTE_OVERRIDES?: string[] | undefined; PUBLIC_URL?: string | undefined },
  env: NodeJS.ProcessEnv = process.env,
): string[] {
  const { REMOTE_OVERRIDES: origins = [], PUBLIC_URL: address } = variables
  if (origins.length > 0 && (address?.startsWith('https:') || env.NODE_ENV === 'production'))
    throw new Error(
      'REMOTE_OVERRIDES is for development: not with an https PUBLIC_URL or NODE_ENV=production.',
    )
  return origins
}
