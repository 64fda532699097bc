import { shapeOf } from '@plumbline/platform/testing'
import { expect, it } from 'vitest'
import { Appointment } from '../api.ts'
import { appointments } from './appointments.ts'

it('what is stored of a row has the shape of today: raise the version with it', () => {
  expect([appointments.version, shapeOf(Appointment)]).toEqual([5, '2549849c'])
})
