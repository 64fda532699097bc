import { createHash } from 'node:crypto'
import type { RequestHandler } from 'express'
import helmet from 'helmet'

// the hash of an empty style element: emotion inserts its rules with insertRule
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"

/**
 * The policy of every response; `styles` are texts of inline styles that a page may contain, `overrides` the origins that
 * remotes may be loaded from during development.
 */
export function contentSecurityPolicy(
  styles: readonly string[] = [],
  overrides: readonly string[] = [],
): string {
  const hashes = styles.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return [
    "default-src 'self'",
    ["script-src 'self'", ...overrides].join(' '),
    `style-src 'self' ${[emptyStyle, ...hashes].join(' ')}`,
    "img-src 'self' data:",
    // hot reload uses a socket of the same address
    ["connect-src 'self'", ...overrides.flatMap((it) => [it, it.replace(/^http/, 'ws')])].join(' '),
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Security headers; `https` adds HSTS. */
export function securityHeaders(https: boolean, overrides: readonly string[] = []): RequestHandler[] {
  const policy = contentSecurityPolicy([], overrides)
  return [
    helmet({
      contentSecurityPolicy: false,
      referrerPolicy: { policy: 'same-origin' },
      crossOriginOpenerPolicy: { policy: 'same-origin' },
      strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
      xXssProtection: false,
    }),
    (_req, res, next) => {
      res.set('Content-Security-Policy', policy)
      next()
    },
  ]
}
