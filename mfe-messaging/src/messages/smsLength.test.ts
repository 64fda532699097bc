import { countSegments } from '@plumbline/messaging/api'
import { expect, it } from 'vitest'
import { smsLength } from './smsLength.ts'

it.each([
  ['nothing', '', 0],
  ['a short text', 'On my way', 1],
  ['160 letters', 'a'.repeat(160), 1],
  ['161 letters', 'a'.repeat(161), 2],
  ['306 letters', 'a'.repeat(306), 2],
  ['307 letters', 'a'.repeat(307), 3],
  ['80 euro signs, which count twice', '€'.repeat(80), 1],
  ['81 euro signs', '€'.repeat(81), 2],
  ['70 letters with a curly apostrophe', `’${'a'.repeat(69)}`, 1],
  ['71 letters with a curly apostrophe', `’${'a'.repeat(70)}`, 2],
  ['36 emoji, which are two units each', '🔧'.repeat(36), 2],
])('%s is counted as the SMS it is sent as', (_name, text, segments) => {
  expect(countSegments(text)).toBe(segments)
})

it('the length of an SMS is given without spaces around it', () => {
  expect(smsLength(` ${'a'.repeat(1_200)} `)).toBe('1,200 of 1,600 characters · 8 SMS')
})
