import * as z from 'zod/mini'
import { from } from './values.ts'

/** What the colour stands on, as text or as a button, in each theme: pages of the back-office and of visitors. */
export const grounds = {
  light: ['#ffffff', '#faf8f4'],
  dark: ['#14191f', '#1b222a', '#1f2831', '#1d2733'],
} as const
/** What its stronger shade stands on. */
export const sunken = { light: '#f3efe8', dark: '#10151a' } as const
/** What stands on the colour. */
export const onAccent = { light: '#ffffff', dark: '#1b1108' } as const

type Theme = keyof typeof grounds
/** The colours of one theme that follow from that of the business. */
export type Accent = { accent: string; strong: string; tint: string }

const minContrast = 4.5

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))

/** Relative luminance as WCAG 2.2 defines it. */
function luminanceOf(hex: string): number {
  const [r = 0, g = 0, b = 0] = channelsOf(hex).map((it) =>
    it / 255 <= 0.04045 ? it / 255 / 12.92 : ((it / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** @example contrastOf('#000000', '#ffffff') // 21 */
export function contrastOf(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

/** A colour with a part of another one in it. */
function mix(color: string, other: string, part: number): string {
  const others = channelsOf(other)
  const channels = channelsOf(color).map((it, i) => Math.round(it + ((others[i] as number) - it) * part))
  return `#${channels.map((it) => it.toString(16).padStart(2, '0')).join('')}`
}

const towards = { light: '#000000', dark: '#ffffff' } as const

const accentOf = (accent: string, theme: Theme): Accent => ({
  accent,
  strong: mix(accent, towards[theme], 0.18),
  tint: mix(grounds[theme][0], accent, theme === 'light' ? 0.06 : 0.14),
})

/** The lowest contrast with which the colour is read, or something is read on it. */
function contrastIn(color: string, theme: Theme): number {
  const { strong, tint } = accentOf(color, theme)
  return Math.min(
    ...[...grounds[theme], tint, onAccent[theme]].map((it) => contrastOf(color, it)),
    contrastOf(strong, sunken[theme]),
  )
}

/** The colour itself where it can be read in a theme, or else the nearest darker or lighter one that can. */
function readableIn(color: string, theme: Theme): string {
  for (let percent = 0; percent < 100; percent++) {
    const candidate = mix(color, towards[theme], percent / 100)
    if (contrastIn(candidate, theme) >= minContrast) return candidate
  }
  return towards[theme]
}

/** The colour itself where it can be read on light pages, or else the nearest darker one. */
export const nearestColor = (color: string): string => readableIn(color, 'light')

/** The colours of both themes: dark pages have the colour lightened until it can be read. */
export const accentsOf = (color: string): Record<Theme, Accent> => ({
  light: accentOf(color, 'light'),
  dark: accentOf(readableIn(color, 'dark'), 'dark'),
})

const colorMessage = 'Please enter a color such as #1f6feb'
/** `#1f6feb`, which can be read wherever it is used. */
export const BrandColor = /* @__PURE__ */ z
  .string({ error: colorMessage })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.regex(/^#[0-9a-f]{6}$/, { error: colorMessage, abort: true }),
    ({ value, issues }) => {
      const nearest = nearestColor(value)
      if (nearest === value) return
      const contrast = Math.floor(contrastIn(value, 'light') * 10) / 10
      const message = `Too light to be read: its contrast is ${contrast}:1 and must be ${minContrast}:1. The nearest that can be read is ${nearest}`
      issues.push({ code: 'custom', message, input: value })
    },
  )

/** The SHA-256 of a picture, in hexadecimal digits. */
export const pictureHash = /* @__PURE__ */ z
  .string({ error: 'Please choose a picture' })
  .check(z.regex(/^[0-9a-f]{64}$/, 'Please choose a picture'))

export const Picture = z.object({ hash: pictureHash, width: z.int(), height: z.int() })
export type Picture = z.infer<typeof Picture>

/** Null: the plumb bob, and the color of the product. */
export const Brand = z.object({ logo: z.nullable(Picture), color: z.nullable(z.string()) })
export type Brand = z.infer<typeof Brand>

/** What the parts of the brand are called. */
export const brandLabels = { logo: 'Logo', color: 'Color' } satisfies Record<keyof Brand, string>

/** A field that is left out stays as it is; null is the default again. A logo is the hash of a picture that was added. */
export const BrandChanges = /* @__PURE__ */ z.object({
  from,
  logo: z.optional(z.nullable(pictureHash)),
  color: z.optional(z.nullable(BrandColor)),
})
export type BrandChanges = z.infer<typeof BrandChanges>
