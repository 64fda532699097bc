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

it('what was typed is looked for word by word, or as a whole, wild cards as what they are', () => {
  expect(wordPatterns(' Zoë  100%_\\ ')).toEqual(['%zoe%', '%100\\%\\_\\\\%'])
  expect(wordPatterns(' , ')).toEqual([])
  expect(wordPatterns('a '.repeat(20))).toHaveLength(10)
  expect(containing(' The  Doors ')).toBe('%the doors%')
})
