import { expect, it } from 'vitest'
import { chunksOf, tried } from './importing.ts'

it('rows go out in their order, as many at once as a call may carry', () => {
  const short = Array.from({ length: 1_200 }, (_, i) => ({ line: i + 2, cells: { firstName: String(i) } }))
  const chunks = [...chunksOf(short)]
  expect(chunks.map((chunk) => chunk.length)).toEqual([500, 500, 200])
  expect(chunks.flat()).toEqual(short)
})

it('long rows go out in smaller chunks, by their bytes and not their letters', () => {
  const long = Array.from({ length: 100 }, () => ({ line: 2, cells: { notes: 'ü'.repeat(2_500) } }))
  const chunks = [...chunksOf(long)]
  for (const chunk of chunks)
    expect(Buffer.byteLength(JSON.stringify(chunk.map(({ cells }) => cells)))).toBeLessThan(64_000)
  expect(chunks.flat()).toHaveLength(100)
  expect([...chunksOf([{ line: 2, cells: { notes: 'x'.repeat(70_000) } }])]).toHaveLength(1)
})

it('a row tried in one call is known to the rows of the next', () => {
  const taken = new Set<string>()
  const row = (
    keys: string[],
    outcome: 'created' | 'matched' | 'refused' = 'created',
    customerId: number | null = null,
  ) => ({
    ...{ row: 0, outcome, customerId, matchedBy: null, problems: {}, keys },
  })
  const outcomes = [
    row(['+1', 'a@x.io']),
    // the next call
    row(['+1', 'b@x.io']),
    // like the row before, which would not be created: so this one is
    row(['+2', 'b@x.io'], 'matched'),
    row(['+3', 'B@x.io'.toLowerCase()]),
    row(['+4', 'd@x.io'], 'matched', 9),
    row(['+4', 'e@x.io']),
    row([], 'refused'),
  ].map((it) => tried(it, taken).outcome)
  expect(outcomes).toEqual(['created', 'matched', 'created', 'matched', 'matched', 'created', 'refused'])
})
