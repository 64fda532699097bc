import { shapeOf } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import { Customer } from '../api.ts'
import { customers } from './customers.ts'

it('what is stored of a row has the shape of today: raise the version with it', () => {
  expect([customers.version, shapeOf(Customer)]).toEqual([2, '7fdb4b6e'])
})
