import { expect, it } from 'vitest'
import { contentSecurityPolicy } from './headers.ts'

const production =
  "default-src 'self'; script-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; " +
  "img-src 'self' data:; connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; " +
  "frame-ancestors 'none'"

it('the policy allows no other origins', () => {
  expect(contentSecurityPolicy()).toBe(production)
  expect(contentSecurityPolicy([], [])).toBe(production)
})

it('remote overrides add their origins to scripts and connections only', () => {
  const origin = 'http://localhost:4301'
  expect(contentSecurityPolicy([], [origin])).toBe(
    production
      .replace("script-src 'self'", `script-src 'self' ${origin}`)
      .replace("connect-src 'self'", `connect-src 'self' ${origin} ws://localhost:4301`),
  )
})
