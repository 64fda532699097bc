import { expect, it } from 'vitest'
import { paginationRange } from './paginationRange.ts'

it.each([
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [4, 5, [1, 2, 3, 4, 5]],
  [1, 9, [1, 2, 0, 9]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [4, 9, [1, 2, 3, 4, 5, 0, 9]],
  [9, 9, [1, 0, 8, 9]],
])('on page %i of %i these are shown: %j', (current, count, pages) => {
  expect(paginationRange(current, count)).toEqual(pages)
})
