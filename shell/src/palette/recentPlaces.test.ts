import { expect, it } from 'vitest'
import { recentPlaces, rememberPlace } from './recentPlaces.ts'

const at = (id: number) => ({ pathname: '/appointments', search: `?id=${id}` })

it('the last place comes first, once, under its last name, and old ones are forgotten', () => {
  rememberPlace(at(1), 'Loading')
  rememberPlace(at(2), 'Two')
  rememberPlace(at(1), 'One')
  expect(recentPlaces().map(({ title }) => title)).toEqual(['One', 'Two'])
  for (let id = 3; id < 60; id++) rememberPlace(at(id), String(id))
  expect(recentPlaces()).toHaveLength(30)
  expect(recentPlaces()[0]?.title).toBe('59')
})
