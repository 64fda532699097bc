import { expect, it } from 'vitest'
import { matching } from './filter.ts'

const ann = { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.test', phone: '(555) 555-0101' }
const bo = { firstName: 'Bo', lastName: 'Annand', email: 'bo@x.test', phone: '+1 555 867 5309' }

it.each([
  ['', [ann, bo]],
  ['ANN', [ann, bo]],
  ['ann lee', [ann]],
  ['x.test', [bo]],
  ['555 867', []],
])('%s finds by name and e-mail, whatever the case', (search, found) => {
  expect(matching([ann, bo], search)).toEqual(found)
})

it.each([
  ['555-0101', [ann]],
  ['5558675309', [bo]],
  ['(555) 867', [bo]],
  ['bo', [bo]],
  ['()', []],
])('%s finds by phone in any format too', (search, found) => {
  expect(matching([ann, bo], search, true)).toEqual(found)
})

it('goes through ten thousand people within a frame', () => {
  const many = Array.from({ length: 10_000 }, (_, i) => ({ ...ann, lastName: `Lee ${i}` }))
  matching(many, 'lee 1')
  const began = performance.now()
  matching(many, 'lee 99')
  expect(performance.now() - began).toBeLessThan(16)
})
