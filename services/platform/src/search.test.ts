import { expect, it } from 'vitest'
import { containing, plainText, wordPatterns } from './search.ts'

it.each([
  ['ÁLVAREZ', 'alvarez'],
  ['Álvarez', 'alvarez'],
  ['12 Elm  St,\n Durham ', '12 elm st durham'],
  ['ПЕТРОВ', 'петров'],
  ['İstanbul', 'istanbul'],
  ['Nguyễn', 'nguyen'],
])('%j is compared as %j', (text, plain) => {
  expect(plainText(text)).toBe(plain)
  expect(plainText(plain)).toBe(plain)
})

it('a search matches words or the whole text and escapes wildcards', () => {
  expect(wordPatterns(' Zoë  100%_\\ ')).toEqual(['%zoe%', '%100\\%\\_\\\\%'])
  expect(wordPatterns(' , ')).toEqual([])
  expect(wordPatterns('a '.repeat(20))).toHaveLength(10)
  expect(containing(' The  Doors ')).toBe('%the doors%')
})
