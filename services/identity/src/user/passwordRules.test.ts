import { describe, expect, it } from 'vitest'
import { validatePassword } from './passwordRules.ts'

const owner = {
  username: 'quinnelby',
  email: 'quinnelby.drost@example.test',
  guessableNames: ['Plumbline', 'Cedar & Sons Home Repairs'],
}

describe('accepts a password that is', () => {
  it.each([
    ['eight characters that are not guessed first', 'vK8-qz!r'],
    ['a few words', 'correct horse battery'],
    ['made of spaces at both ends too', '  two rooms  '],
    ['of any script', 'пароль-для-Марии'],
    ['emoji, each of which is one character', '🔧🪛🔩🪚🧰🪜🧱🏠'],
    ['combining marks and turns of direction', 'é̂́ \u202e drawkcab'],
    ['quotes, tags and statements', `'; DROP TABLE users; --<script>`],
    ['1024 bytes long', 'é'.repeat(512)],
    ['made at random, as for a new user', 'q7Zf0s-XkB2mT_9w'],
    ['a name with enough other characters', 'quinnelby paints the porch'],
    ['three letters of a name by chance', 'droster-turnip'],
  ])('%s', async (_name, password) => {
    expect(await validatePassword(password, owner)).toBeNull()
  })
})

describe('refuses a password that is', () => {
  const length = /at least 8 characters/
  const tooLong = /too long/
  const common = /too common/
  const name = /your name or the name of the business/
  it.each([
    ['seven characters', 'vK8-qz!', length],
    ['seven emoji, whatever their bytes', '🔧🪛🔩🪚🧰🪜🧱', length],
    ['empty', '', length],
    ['1025 bytes long', `${'é'.repeat(512)}x`, tooLong],
    ['common', 'password', common],
    ['common in capitals', 'QwertyUiop', common],
    ['common with a few characters added', 'Password123!', common],
    ['only digits in a row', '12345678', common],
    ['the name', 'QuinnelbyQuinnelby', name],
    ['the name with a few characters added', 'Quinnelby-2026', name],
    ['the e-mail', 'quinnelby.drost@example.test', name],
    ['the e-mail without its domain', 'QuinnelbyDrost1', name],
    ['the product', 'plumbline', name],
    ['the product with a year', 'Plumbline2026', name],
    ['the business', 'Cedar & Sons Home Repairs', name],
    ['names and nothing else', 'cedar sons quinnelby', name],
  ])('%s', async (_name, password, message) => {
    expect(await validatePassword(password, owner)).toMatch(message)
  })

  it('not a text', async () => {
    expect(await validatePassword(undefined as unknown as string, owner)).toBe('The new password is required')
  })
})

it('a name is refused only for the user who has it', async () => {
  expect(
    await validatePassword('Quinnelby-2026', { username: 'owner', email: 'o@x.io', guessableNames: [] }),
  ).toBeNull()
})
