import { describe, expect, it } from 'vitest'
import { faultOf } from './passwordRules.ts'

const known = {
  username: 'quinnelby',
  email: 'quinnelby.drost@example.test',
  names: ['Plumbline', 'Cedar & Sons Home Repairs'],
}

describe('a password is taken when it is', () => {
  it.each([
    ['eight characters that nobody tries first', 'vK8-qz!r'],
    ['a few words', 'correct horse battery'],
    ['made of spaces at both ends too', '  two rooms  '],
    ['of any script', 'пароль-для-Марии'],
    ['emoji, each of which is one character', '🔧🪛🔩🪚🧰🪜🧱🏠'],
    ['combining marks and turns of direction', 'é̂́ \u202e drawkcab'],
    ['quotes, tags and statements', `'; DROP TABLE users; --<script>`],
    ['1024 bytes long', 'é'.repeat(512)],
    ['made at random, as for a new user', 'q7Zf0s-XkB2mT_9w'],
    ['a name with enough beside it', 'quinnelby paints the porch'],
    ['three letters of a name by chance', 'droster-turnip'],
  ])('%s', async (_name, password) => {
    expect(await faultOf(password, known)).toBeNull()
  })
})

describe('a password is refused when it is', () => {
  const length = /at least 8 characters/
  const tooLong = /too long/
  const common = /among the first that are guessed/
  const name = /your name or the name of the business/
  it.each([
    ['seven characters', 'vK8-qz!', length],
    ['seven emoji, whatever their bytes', '🔧🪛🔩🪚🧰🪜🧱', length],
    ['empty', '', length],
    ['1025 bytes long', `${'é'.repeat(512)}x`, tooLong],
    ['common', 'password', common],
    ['common in capitals', 'QwertyUiop', common],
    ['common with what is put behind it', 'Password123!', common],
    ['only digits in a row', '12345678', common],
    ['the name', 'QuinnelbyQuinnelby', name],
    ['the name with what is put behind it', 'Quinnelby-2026', name],
    ['the e-mail', 'quinnelby.drost@example.test', name],
    ['the e-mail without its place', 'QuinnelbyDrost1', name],
    ['the product', 'plumbline', name],
    ['the product with a year', 'Plumbline2026', name],
    ['the business', 'Cedar & Sons Home Repairs', name],
    ['names and nothing else', 'cedar sons quinnelby', name],
  ])('%s', async (_name, password, fault) => {
    expect(await faultOf(password, known)).toMatch(fault)
  })

  it('no text at all', async () => {
    expect(await faultOf(undefined as unknown as string, known)).toBe('The new password is required')
  })
})

it('a name is only refused to whom it belongs', async () => {
  expect(await faultOf('Quinnelby-2026', { username: 'owner', email: 'o@x.io', names: [] })).toBeNull()
})
