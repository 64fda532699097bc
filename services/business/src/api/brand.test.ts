import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeParse } from 'zod/mini'
import { accentsOf, BrandColor, contrastOf, grounds, nearestColor, onAccent, sunken } from './brand.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

it('the measure of contrast knows black and white', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

it.each([
  ['#b94e16', '#b94e16'],
  ['#1f4ea8', '#1f4ea8'],
  ['#000000', '#000000'],
])('the color %s can be read and stays', (given, nearest) => {
  expect(nearestColor(given)).toBe(nearest)
  expect(safeParse(BrandColor, given).success).toBe(true)
})

it('a color that is too light is refused with its contrast and the nearest one that can be read', () => {
  const { error } = safeParse(BrandColor, '#FFD400')
  expect(error?.issues[0]?.message).toBe(
    `Too light to be read: its contrast is 1.3:1 and must be 4.5:1. The nearest that can be read is ${nearestColor('#ffd400')}`,
  )
  expect(safeParse(BrandColor, nearestColor('#ffd400')).success).toBe(true)
})

it.each(['red', '#abc', '#12345g', 'url(x)', '#1f4ea8;}body{display:none', ''])('%j is no color', (text) => {
  expect(safeParse(BrandColor, text).error?.issues[0]?.message).toBe('Please enter a color such as #1f6feb')
})

describe.each(['light', 'dark'] as const)('of whatever color, in the %s theme', (theme) => {
  it('text and buttons have a contrast of 4.5:1 on every ground, and what is on them too', () => {
    fc.assert(
      fc.property(color, (any) => {
        const { accent, strong, tint } = accentsOf(nearestColor(any))[theme]
        for (const ground of [...grounds[theme], tint])
          expect(contrastOf(accent, ground), `${accent} on ${ground}`).toBeGreaterThanOrEqual(4.5)
        expect(contrastOf(strong, sunken[theme])).toBeGreaterThanOrEqual(4.5)
        for (const button of [accent, strong])
          expect(contrastOf(onAccent[theme], button), `on ${button}`).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 500 },
    )
  })
})

it('the nearest color that can be read has itself as its nearest', () => {
  fc.assert(
    fc.property(color, (any) => {
      expect(nearestColor(nearestColor(any))).toBe(nearestColor(any))
    }),
  )
})
