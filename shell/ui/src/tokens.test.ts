import { describe, expect, it } from 'vitest'
import { type ColorName, dark, light } from './tokens.ts'

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = channels.map((it) =>
    it <= 0.04045 ? it / 12.92 : ((it + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

const texts: [ColorName, ColorName][] = [
  ...(['ink', 'muted', 'accent', 'red'] as const).flatMap((text) =>
    (['paper', 'surface'] as const).map((ground): [ColorName, ColorName] => [text, ground]),
  ),
  ['ink', 'sunken'],
  ['muted', 'sunken'],
  ['accentStrong', 'sunken'],
  ['paper', 'ink'],
  ['accent', 'accentTint'],
  ['ink', 'accentTint'],
  ['muted', 'accentTint'],
  ['onAccent', 'accent'],
  ['onAccent', 'accentStrong'],
  ['onRed', 'red'],
  ['green', 'greenTint'],
  ['amber', 'amberTint'],
  ['red', 'redTint'],
  ['blue', 'blueTint'],
]
const edges: [ColorName, ColorName][] = [
  ['control', 'surface'],
  ['control', 'paper'],
  ['control', 'sunken'],
  ['accent', 'paper'],
]

describe.each(Object.entries({ light, dark }))('in the %s theme', (_name, theme) => {
  it.each(texts)('%s on %s can be read', (text, ground) => {
    expect(contrast(theme[text], theme[ground])).toBeGreaterThanOrEqual(4.5)
  })
  it.each(edges)('%s on %s can be seen', (edge, ground) => {
    expect(contrast(theme[edge], theme[ground])).toBeGreaterThanOrEqual(3)
  })
})

it('the measure knows black and white', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
  expect(contrast('#777777', '#FFFFFF')).toBeLessThan(4.5)
})
