import { expect, it } from 'vitest'
import { createMatcher } from './matcher.ts'

type Person = { name: string; phone: string | null }
const yolanda: Person = {
  name: 'Yolanda Prewitt yolanda@example.test 12 Old Mill Rd',
  phone: '(919) 555-0104',
}
const jose: Person = { name: 'José Álvarez', phone: '+1 919 555 0120' }
const noPhone: Person = { name: 'Ann Lee', phone: null }
const brian: Person = { name: 'Brian O’Brien Łukasz', phone: '919-042-7735' }
const people = [yolanda, jose, noPhone, brian]
const matching = createMatcher<Person>({ text: ({ name }) => name, phone: ({ phone }) => phone })

it.each([
  ['', people],
  ['prewitt', [yolanda]],
  ['prewitt, yolanda', [yolanda]],
  ['old MILL', [yolanda]],
  ['jose alv', [jose]],
  ['ann prewitt', []],
  ['+1 919 555 0104', [yolanda]],
  ['1 919 555 0104', [yolanda]],
  ['919-555-0104', [yolanda]],
  ['0104', [yolanda]],
  ['919.555.0120', [jose]],
  ['919', [yolanda, jose, brian]],
  ['\u202d(919)\u00a0555‑0104\u202c', [yolanda]],
  ['1042', []],
  ['042', [brian]],
  ['1 042', []],
  ['+1 042', [brian]],
  ["o'brien", [brian]],
  ['lukasz', [brian]],
  ['555 9999', []],
])('a search for %j finds whose words or phone number hold it', (query, found) => {
  expect(matching(people, query)).toEqual(found)
})

it('a number that is part of a text is no phone number', () => {
  expect(matching(people, 'old 0104')).toEqual([])
})

it('a search goes through ten thousand people within a frame', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({ ...yolanda, name: `Yolanda Prewitt ${i}` }))
  // the fastest of several, because other programs use the machine as well
  const durations = Array.from({ length: 10 }, () => {
    const start = performance.now()
    matching(many, 'prewitt 99')
    return performance.now() - start
  })
  expect(Math.min(...durations)).toBeLessThan(16)
})
