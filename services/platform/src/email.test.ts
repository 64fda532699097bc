import { expect, it } from 'vitest'
import { emailPattern } from './email.ts'

it.each([
  'ann@example.test',
  'o&leary@example.test',
  'sales/east@example.test',
  "o'brien+jobs@mail.example.test",
  'ann@bücher.example',
  'ann@xn--bcher-kva.example',
  'ann@例え.テスト',
  '_a_@a-b.example',
])('%s is an e-mail address', (address) => expect(address).toMatch(emailPattern))

it.each([
  'ann@',
  'ann',
  '@example.test',
  'ann@example',
  'ann@@example.test',
  'ann lee@example.test',
  'ann@exam ple.test',
  'ann..lee@example.test',
  'ann@-example.test',
  'ann@example.test, bo@example.test',
  'ann@example.test\r\nBcc: bo@example.test',
  '"ann"@example.test',
  '<ann@example.test>',
])('%j is no e-mail address', (address) => expect(address).not.toMatch(emailPattern))

it('a long text that is no address is refused without endless backtracking', () => {
  for (const text of [
    `${'a'.repeat(50_000)}@`,
    `a@${'a'.repeat(50_000)}`,
    `a@${'a.'.repeat(25_000)}`,
    `a@${'a-'.repeat(25_000)}!`,
  ])
    expect(text).not.toMatch(emailPattern)
})
