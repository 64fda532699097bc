import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { html, Markup } from '@plumbline/platform/html'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildLanding } from './build.ts'
import { profileFields } from './profile.ts'

const outDir = mkdtempSync(join(tmpdir(), 'plumbline-landing-'))
let page: string

beforeAll(async () => {
  await buildLanding({ outDir })
  page = readFileSync(join(outDir, 'index.html'), 'utf8')
})
afterAll(() => rm(outDir, { recursive: true }))

it('only asks for words of the business that there are', () => {
  const tokens = [...page.matchAll(/\{\{business\.(\w+)\}\}/g)].map((match) => match[1])
  expect(tokens.length).toBeGreaterThan(5)
  expect(profileFields).toEqual(expect.arrayContaining(tokens))
})

it('carries nothing that the content security policy would stop', () => {
  // the others are there only where a business has set something that they are for
  expect(page.match(/<style/g)).toHaveLength(3)
  expect(page).toContain('</style>{{end.more}}{{each.accent}}<style>')
  expect(page).toContain('</style>{{each.more}}<style>')
  expect(page).not.toMatch(/<[^>]+\s(style|on\w+)=/)
  expect(page.match(/<script[^>]*>/g)).toEqual([
    '<script type="application/ld+json">',
    expect.stringMatching(/^<script type="module" src="\/assets\/landing\/landing\.\w+\.js">$/),
  ])
})

it('has the picture that messages with a link to it show', () => {
  const picture = /og:image" content="\{\{business\.url\}\}\/assets\/landing\/([\w.]+)"/.exec(
    page,
  )?.[1] as string
  expect(readdirSync(outDir)).toContain(picture)
  expect(page).toContain(`"image":"{{business.url}}/assets/landing/${picture}"`)
})

it('has one main heading, a language, and links people can follow without a script', () => {
  expect(page.match(/<h1/g)).toHaveLength(1)
  expect(page).toContain('<html lang="en">')
  expect(page).toContain('href="/api/login"')
  expect(page).toContain('href="{{business.phoneHref}}"')
})

it('loads at most 5 kB of script, gzipped', () => {
  const entry = readdirSync(outDir).find((file) => /^landing\.\w+\.js$/.test(file)) as string
  expect(gzipSync(readFileSync(join(outDir, entry)), { level: 9 }).length).toBeLessThan(5_000)
})

it('escapes whatever a template is given, unless it is markup', () => {
  expect(html`<p title="${'"<&\''}">${new Markup('<b>ok</b>')}</p>`.text).toBe(
    '<p title="&quot;&lt;&amp;&#39;"><b>ok</b></p>',
  )
})
