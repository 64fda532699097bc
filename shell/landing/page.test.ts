import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { leadServices } from '@plumbline/crm/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildLanding } from './build.ts'
import { html, Markup } from './html.ts'
import { profileFields } from './profile.ts'

const outDir = mkdtempSync(join(tmpdir(), 'plumbline-landing-'))
let page: string
let words: string

beforeAll(async () => {
  await buildLanding({ outDir })
  page = readFileSync(join(outDir, 'index.html'), 'utf8')
  words = page
    .replace(/<(style|svg|script)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')
})
afterAll(() => rm(outDir, { recursive: true }))

describe('the page says what it must:', () => {
  it.each([
    'Get Free Estimate',
    'Call Now',
    'Login',
    'Our Services',
    'Our Rates',
    'Get Your Free Estimate',
    'Start Your Free Estimate',
    'Professional handyman services',
    '{{business.rating}}',
    '{{business.customers}}',
    'within 24 hours',
    'General Repairs',
    'Painting & Finishing',
    'Installation Services',
    'Automotive & Machinery',
    'Lawn Care & Irrigation',
    'Grounds Maintenance',
    '$75',
    '$112.50',
    '$150',
    '$225',
    '$37.50',
    '1.5 hours',
    '30-minute',
    'due in full on completion',
    'property lien under state law',
    'Cash',
    'Zelle',
    'CashApp',
    'Venmo',
    'ajor credit cards',
  ])('%s', (text) => {
    expect(words).toContain(text)
  })

  it('every service a lead can ask for, by value and label', () => {
    const options = [...page.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)].map(([, value, label]) => [
      value,
      label?.replaceAll('&amp;', '&'),
    ])
    expect(options).toEqual([['', 'Choose a service'], ...Object.entries(leadServices)])
  })
})

it('only asks for words of the business that there are', () => {
  const tokens = [...page.matchAll(/\{\{business\.(\w+)\}\}/g)].map((match) => match[1])
  expect(tokens.length).toBeGreaterThan(5)
  expect(profileFields).toEqual(expect.arrayContaining(tokens))
})

it('carries nothing that the content security policy would stop', () => {
  expect(page.match(/<style/g)).toHaveLength(1)
  expect(page).not.toMatch(/<[^>]+\s(style|on\w+)=/)
  expect(page.match(/<script[^>]*>/g)).toEqual([
    '<script type="application/ld+json">',
    expect.stringMatching(/^<script type="module" src="\/assets\/landing\/landing\.\w+\.js">$/),
  ])
})

it('tells search engines what the page says, with a picture that is there', () => {
  const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] as string
  const structured = JSON.parse(text)
  expect(structured).toMatchObject({ '@type': 'HomeAndConstructionBusiness', name: '{{business.name}}' })
  expect(structured.makesOffer).toHaveLength(6)
  const picture = /og:image" content="\{\{business\.url\}\}\/assets\/landing\/([\w.]+)"/.exec(
    page,
  )?.[1] as string
  expect(readdirSync(outDir)).toContain(picture)
  expect(structured.image).toContain(picture)
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
