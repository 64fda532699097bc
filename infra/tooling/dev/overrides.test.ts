import { expect, it } from 'vitest'
import { originList, overridesOf } from './overrides.ts'

it('is a list of origins, and nothing else', () => {
  expect(originList.parse('http://localhost:4301, http://localhost:4302')).toEqual([
    'http://localhost:4301',
    'http://localhost:4302',
  ])
  for (const wrong of [
    '*',
    'http://localhost:4301/',
    'localhost:4301',
    "http://a;script-src 'unsafe-eval'",
    '',
  ])
    expect(originList.safeParse(wrong).success, wrong).toBe(false)
})

it('is empty unless somebody asks for it', () => {
  expect(overridesOf({}, {})).toEqual([])
  expect(overridesOf({ REMOTE_OVERRIDES: ['http://localhost:4301'] }, {})).toEqual(['http://localhost:4301'])
})

it.each([
  [{ PUBLIC_URL: 'https://office.example' }, {}],
  [{}, { NODE_ENV: 'production' }],
])('is refused where people work: %o %o', (settings, env) => {
  const variables = { REMOTE_OVERRIDES: ['http://localhost:4301'], ...settings }
  expect(() => overridesOf(variables, env)).toThrow('REMOTE_OVERRIDES is for development')
  expect(overridesOf(settings, env)).toEqual([])
})
