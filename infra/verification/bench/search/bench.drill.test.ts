import { expect, it } from 'vitest'
import { benchSearch } from './bench.ts'

const findingNothing = ['a word that nothing has', 'a name and a word that nothing has']
const findingMany = ['a word that half of everything has', 'first name alone', 'one letter']

it('asks every kind of question, each of which finds what it should', async () => {
  const { answered, ownWrite } = await benchSearch({ documents: 20_000, rounds: 3 })
  expect(Object.keys(answered).length).toBeGreaterThanOrEqual(10)
  for (const [name, { rows, p50, p95 }] of Object.entries(answered)) {
    expect(p95, name).toBeGreaterThanOrEqual(p50)
    if (findingNothing.includes(name)) expect(rows, name).toBe(0)
    else expect(rows, name).toBeGreaterThan(0)
    if (findingMany.includes(name)) expect(rows, name).toBe(25)
  }
  expect(answered['a later page of many']?.rows).toBe(20)
  expect(ownWrite.p50).toBeGreaterThan(0)
}, 120_000)
