import { expect, it } from 'vitest'
import { findFonts, inVisualOrder, type Run } from './fonts.ts'

async function shown(text: string): Promise<string> {
  const { splitWord } = await findFonts(text)
  const words = text.split(' ').map((word) => splitWord(word, false).flat())
  const runs = words.flatMap((word, i): Run[] =>
    i === 0 ? word : [{ ...(word[0] as Run), text: ' ' }, ...word],
  )
  return inVisualOrder(runs)
    .map((run) => run.text)
    .join('')
}

it.each([
  ['Ann Lee', 'Ann Lee'],
  ['שלום כהן', 'כהן שלום'],
  ['Dana שלום כהן Lee', 'Dana כהן שלום Lee'],
  ['רחוב הרצל 12', 'הרצל רחוב 12'],
  ['دانا - خوري', 'خوري - دانا'],
])('the words of %j stand as %j from left to right', async (text, order) =>
  expect(await shown(text)).toBe(order),
)

it.each([
  ['Ann Müller Łukasz Ωμέγα Иван', true],
  ['دانا שלום สวัสดี 王小明 カフェ 홍길동', true],
  ['வணக்கம்', false],
])('whether there is a font for every letter of %j: %s', async (text, isComplete) =>
  expect((await findFonts(text)).isComplete).toBe(isComplete),
)
