import { expect, it } from 'vitest'
import { createContentKey } from './contentKey.ts'

it('the same content keeps its key, corrected content gets another one', () => {
  const key = createContentKey()
  const first = key.for({ text: 'Helo' })
  expect(key.for({ text: 'Helo' })).toBe(first)
  const corrected = key.for({ text: 'Hello' })
  expect(corrected).not.toBe(first)
  expect(key.for({ text: 'Hello' })).toBe(corrected)
})

it('after a success the same content is a new command', () => {
  const key = createContentKey()
  const first = key.for('again')
  key.renew()
  expect(key.for('again')).not.toBe(first)
})
