import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contrastOf, grounds, onAccent, sunken } from '@plumbline/business/api'
import { describe, expect, it } from 'vitest'
import { dark, light } from '../../shell/ui/src/tokens.ts'
import { root } from '../processes/config.ts'

// the service checks a color against the grounds that pages have: a ground that is changed there has to be checked there, too

const css = readFileSync(join(root, 'shell/landing/styles/theme.css'), 'utf8')
const [lightCss = '', darkCss = ''] = css.split('prefers-color-scheme: dark')
const valueIn = (text: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(text)?.[1]

describe.each([
  ['light', light, lightCss],
  ['dark', dark, darkCss],
] as const)('in the %s theme', (theme, tokens, landing) => {
  it('a color is checked on every ground of the application and of the landing page', () => {
    const lower = (color: string) => color.toLowerCase()
    const used = [tokens.paper, tokens.surface].map(lower)
    const onLanding = ['paper', 'surface'].map((name) => valueIn(landing, name))
    expect(grounds[theme]).toEqual(expect.arrayContaining([...used, ...onLanding]))
    expect(sunken[theme]).toBe(lower(tokens.sunken))
    expect(onAccent[theme]).toBe(lower(tokens.onAccent))
  })

  it('what stands on a button of the landing page is as dark or as light as what is checked', () => {
    const own = valueIn(landing, 'on-accent') as string
    expect(Math.abs(contrastOf(own, '#808080') - contrastOf(onAccent[theme], '#808080'))).toBeLessThan(0.05)
  })
})

it('the dark section of the landing page has the color of the dark theme, which is checked on it', () => {
  for (const text of [lightCss, darkCss]) expect(grounds.dark).toContain(valueIn(text, 'deep'))
})
