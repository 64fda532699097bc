import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { excerpt, truncate } from './text.ts'

describe('a text that is cut', () => {
  it.each([
    ['short', 10, 'short'],
    ['exactly ten', 11, 'exactly ten'],
    ['1234567890', 4, '1234'],
    ['abc😀def', 4, 'abc'],
    ['abc😀def', 5, 'abc😀'],
    ['ab👨‍👩‍👧‍👦cd', 9, 'ab'],
    ['ab🇺🇸🇨🇦', 7, 'ab🇺🇸'],
    ['Jose\u0301', 4, 'Jos'],
    ['Jose\u0301!', 5, 'Jose\u0301'],
    ['தமிழ்', 2, 'த'],
  ])('%j to %i ends with a whole character: %j', (text, max, cut) => expect(truncate(text, max)).toBe(cut))

  it('has no half of an emoji, whatever it is cut from', () => {
    const texts = fc
      .array(fc.constantFrom('a', ' ', '😀', '👩‍🔧', '🇺🇸', 'é', 'e\u0301'))
      .map((it) => it.join(''))
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, max) => {
        const cut = truncate(text, max)
        expect(cut.isWellFormed()).toBe(true)
        expect(cut.length).toBeLessThanOrEqual(max)
        expect(text.startsWith(cut)).toBe(true)
      }),
    )
  })

  it('is cut also where one character is longer than the limit', () => {
    expect(truncate(`a${'\u0301'.repeat(500)}`, 10)).toHaveLength(10)
    expect(truncate('😀', 1)).toBe('')
  })

  it('says so with an ellipsis', () => {
    expect(excerpt('See you at nine', 7)).toBe('See you…')
    expect(excerpt('See you', 7)).toBe('See you')
  })
})
