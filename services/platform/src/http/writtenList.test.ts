import { expect, it } from 'vitest'
import { WrittenList } from './writtenList.ts'

const text = (parts: readonly Buffer[]) => Buffer.concat(parts).toString()

function written(rows: readonly unknown[]) {
  const list = new WrittenList()
  for (const row of rows) list.add(JSON.stringify(row))
  return { list, parts: list.end() }
}

it.each([
  ['nothing', []],
  ['one row', [{ id: 1 }]],
  ['rows of every length of UTF-8', ['é', '€', '𝄞', 'ä'.repeat(50_000)]],
  ['rows that fill many parts', Array.from({ length: 999 }, (_, id) => ({ id, text: 'ü'.repeat(id) }))],
  ['a row larger than a part, and small ones around it', ['a', 'x'.repeat(400_000), 'b', 'c']],
  ['rows that end where a part does', Array.from({ length: 9 }, (_, n) => 'x'.repeat(131_072 / 3 - n))],
])('%s is an array of JSON', (_name, rows) => {
  expect(JSON.parse(text(written(rows).parts))).toEqual(rows)
})

it('tells every part, in order, as it is filled', () => {
  const told: Buffer[] = []
  const list = new WrittenList((part) => told.push(part))
  for (let id = 0; id < 300; id++) list.add(JSON.stringify({ id, text: 'x'.repeat(1_000) }))
  expect(told.length).toBeGreaterThan(1)
  expect(list.end()).toEqual(told)
})

it('memory is used again when a list is released, and not before', () => {
  const rows = (letter: string) => Array.from({ length: 200 }, () => letter.repeat(2_000))
  const first = written(rows('a'))
  const memory = new Set(first.parts.map(({ buffer }) => buffer))
  const second = written(rows('b'))
  expect(second.parts.some(({ buffer }) => memory.has(buffer))).toBe(false)
  expect(JSON.parse(text(first.parts))).toEqual(rows('a'))
  first.list.release()
  const third = written(rows('c'))
  expect(third.parts.every(({ buffer }) => memory.has(buffer))).toBe(true)
  // once more would be to give it to two
  first.list.release()
  const fourth = written(rows('d'))
  expect(fourth.parts.some(({ buffer }) => memory.has(buffer))).toBe(false)
  expect(JSON.parse(text(third.parts))).toEqual(rows('c'))
})
