import type { Request } from 'express'

/** The exact value of one cookie of a request, undefined when it is missing or empty. */
export function readCookie(req: Request, name: string): string | undefined {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const text = pair.trim()
    const value = text.startsWith(`${name}=`) && text.slice(name.length + 1)
    if (value) return value
  }
  return undefined
}
