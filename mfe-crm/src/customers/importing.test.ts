import { expect, it } from 'vitest'
import { chunksOf } from './importing.ts'

it('rows go out in their order, as many at once as a call may carry', () => {
  const short = Array.from({ length: 1_200 }, (_, i) => ({ firstName: String(i) }))
  const chunks = [...chunksOf(short)]
  expect(chunks.map((chunk) => chunk.length)).toEqual([500, 500, 200])
  expect(chunks.flat()).toEqual(short)
})

it('long rows go out in smaller chunks, by their bytes and not their letters', () => {
  const long = Array.from({ length: 100 }, () => ({ notes: 'ü'.repeat(2_500) }))
  const chunks = [...chunksOf(long)]
  for (const chunk of chunks) expect(Buffer.byteLength(JSON.stringify(chunk))).toBeLessThan(64_000)
  expect(chunks.flat()).toHaveLength(100)
  expect([...chunksOf([{ notes: 'x'.repeat(70_000) }])]).toHaveLength(1)
})
