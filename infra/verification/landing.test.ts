import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paymentMethods as recordedMethods } from '@plumbline/billing/api'
import { accentsOf, defaultEstimateOptions, defaultServices, paymentMethods } from '@plumbline/business/api'
import type { BusinessEvent } from '@plumbline/business/events'
import { pageContentAt } from '@plumbline/business/page'
import { leadServices, serviceTypeOf } from '@plumbline/crm/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderLanding } from '../../gateway/src/pages/landing.ts'
import { buildLanding } from '../../shell/landing/build.ts'
import { readConfig } from '../processes/config.ts'

const outDir = mkdtempSync(join(tmpdir(), 'plumbline-landing-'))
let template: string
beforeAll(async () => {
  await buildLanding({ outDir })
  template = readFileSync(join(outDir, 'index.html'), 'utf8')
})
afterAll(() => rm(outDir, { recursive: true }))

const config = readConfig({})
const changedAt = '2026-11-27T15:00:00.000Z'
const form = { key: 'k', values: {}, errors: {}, notice: '', receipt: '' }
function render(events: BusinessEvent[] = [], sent = form, configured = config): string {
  const { business, ...content } = pageContentAt(events, new Date('2026-11-27T15:00:00Z'), configured)
  const page = { ...business, phoneHref: 'tel:5555550142', url: 'https://plumbline.example' }
  return renderLanding(template, { ...content, business: page }, sent)
}
const wordsOf = (page: string) =>
  page
    .replace(/<(style|svg|script)[\s\S]*?<\/\1>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replace(/\s+/g, ' ')
const structuredOf = (page: string) =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] as string)

describe('with nothing set the landing page says what it must:', () => {
  it.each([
    'Get Free Estimate',
    'Call Now',
    'Login',
    'Our Services',
    'Our Rates',
    'Get Your Free Estimate',
    'Start Your Free Estimate',
    'Professional handyman services',
    '4.9/5',
    '500+ happy customers',
    'within 24 hours',
    ...defaultServices.flatMap(({ title, blurb, bullets }) => [title, blurb, ...bullets]),
    '$75 per hour',
    'The minimum charge is one hour. After that we bill in 30-minute steps at $37.50 each',
    '1 hour $75',
    '1.5 hours $112.50',
    '2 hours $150',
    '3 hours $225',
    'Payment is due in full on completion. Non-payment may lead to a property lien under state law.',
    'We accept Cash Zelle CashApp Venmo Major credit cards',
  ])('%s', (text) => {
    expect(wordsOf(render())).toContain(text)
  })

  it('nothing is left to fill in', () => {
    expect(render()).not.toContain('{{')
  })

  it('search engines are told the same', () => {
    expect(structuredOf(render())).toMatchObject({
      '@type': 'HomeAndConstructionBusiness',
      name: 'Plumbline Home Services',
      priceRange: '$75 per hour',
      paymentAccepted: 'Cash, Zelle, CashApp, Venmo, Major credit cards',
      makesOffer: defaultServices.map(({ title, blurb }) => ({
        itemOffered: { name: title, description: blurb },
      })),
    })
  })
})

it('the defaults are those of the services that use them', () => {
  expect(Object.fromEntries(defaultEstimateOptions.map(({ value, label }) => [value, label]))).toEqual(
    leadServices,
  )
  for (const { value, serviceId } of defaultEstimateOptions)
    expect(defaultServices.find(({ id }) => id === serviceId)?.title).toBe(serviceTypeOf(value))
  expect(paymentMethods).toEqual(recordedMethods)
})

describe('what is set', () => {
  const events: BusinessEvent[] = [
    { type: 'BusinessDescribed', data: { from: '2026-11-27', name: '{{form.key}} & <Sons>', changedAt } },
    { type: 'RatesSet', data: { from: '2026-11-27', hourCents: 8050, stepMinutes: 20, changedAt } },
    { type: 'ServiceRetired', data: { serviceId: 1, changedAt } },
    {
      type: 'ServiceChanged',
      data: { serviceId: 2, title: '{{each.services}} "Painting"', onLandingPage: true, changedAt },
    },
    { type: 'ServiceChanged', data: { serviceId: 3, onLandingPage: false, changedAt } },
    {
      type: 'EstimateOptionsSet',
      data: { options: [{ value: 'roof', label: 'Roof & gutters', serviceId: null }], changedAt },
    },
    { type: 'PaymentTermsSet', data: { terms: 'Due in a week.', methods: ['cash'], changedAt } },
  ]

  it('is on the page, and what was there instead is not', () => {
    const words = wordsOf(render(events))
    for (const text of [
      '{{form.key}} & &lt;Sons&gt;',
      '{{each.services}} &quot;Painting&quot;',
      '$80.50 per hour',
      'in 20-minute steps at $37.50 each',
      '1 hour 20 minutes $118',
      '2 hours 20 minutes $230.50',
      'Roof & gutters',
      'Due in a week. We accept Cash Get',
    ])
      expect(words).toContain(text.replace(' Get', ''))
    for (const text of ['Plumbline Home Services', 'General Repairs', 'Installation', '$75', 'lien', '4.9/5'])
      expect(words).not.toContain(text)
  })

  it('is told to search engines as it was written', () => {
    const { name, description, makesOffer } = structuredOf(render(events))
    expect(name).toBe('{{form.key}} & <Sons>')
    expect(description).toBe(
      'Professional handyman services. $80.50 per hour, a free estimate and a detailed quote within 24 hours.',
    )
    expect(makesOffer).toHaveLength(4)
    expect(makesOffer[0].itemOffered.name).toBe('{{each.services}} "Painting"')
  })

  it('and words of visitors are not read as a template', () => {
    const values = { firstName: '{{business.email}}{{each.options}}x{{end.options}}', serviceNeeded: 'roof' }
    const page = render(events, { ...form, values })
    expect(page).toContain('value="{{business.email}}{{each.options}}x{{end.options}}"')
    expect(page).toContain('<option value="roof" selected>Roof &amp; gutters</option>')
  })

  it('has the picture of each service, and of no other', () => {
    const pictures = (page: string) => page.match(/<svg class="icon"/g)?.length
    expect(pictures(render())).toBe(6)
    expect(pictures(render(events))).toBe(4)
  })
})

describe('what visitors look for', () => {
  const from = '2026-11-27'
  const day = { opens: '08:00', closes: '17:30' }
  const week: BusinessEvent = {
    type: 'HoursSet',
    data: { from, weekdays: { monday: day, saturday: { opens: '09:00', closes: '12:00' } }, changedAt },
  }
  const described = (fields: object): BusinessEvent => ({
    type: 'BusinessDescribed',
    data: { from, ...fields, changedAt },
  })
  const asked: BusinessEvent = {
    type: 'QuestionsSet',
    data: { questions: [{ question: 'Do you work <weekends>?', answer: 'Yes.\nCall us.' }], changedAt },
  }
  const texts = [
    'Good to Know',
    'Finished Work',
    '<img',
    'Questions and Answers',
    'What Customers Say',
    'class="call-bar"',
    'openingHours',
    'Hours',
    '<dl',
    '<details',
  ]
  const partsOf = (page: string) => texts.filter((text) => page.includes(text))

  it('is not there while nothing is set, nor are the styles for it', () => {
    expect(partsOf(render())).toEqual([])
    expect(render().match(/<style/g)).toHaveLength(1)
    // nor when something else is set
    expect(partsOf(render([described({ name: 'Harbour', email: 'a@b.test' })]))).toEqual([])
  })

  it('is there where it is set: hours', () => {
    const page = render([week])
    expect(partsOf(page)).toEqual(['Good to Know', 'openingHours', 'Hours', '<dl'])
    expect(wordsOf(page)).toContain(
      'Hours Monday 8 AM to 5:30 PM Tuesday to Friday 8 AM to 6 PM Saturday 9 AM to 12 PM Sunday Closed',
    )
    expect(structuredOf(page).openingHours).toEqual(['Mo 08:00-17:30', 'Tu-Fr 08:00-18:00', 'Sa 09:00-12:00'])
    expect(page.match(/<style/g)).toHaveLength(2)
  })

  it.each([
    [{ area: 'Auckland & north' }, 'Service area Auckland & north'],
    [{ founded: '1998' }, 'In business since 1998'],
    [{ license: 'Licensed and insured, no. 4711' }, 'License and insurance Licensed and insured, no. 4711'],
  ])('is there where it is set: %o', (fields, text) => {
    const page = render([described(fields)])
    expect(wordsOf(page)).toContain(text)
    expect(partsOf(page)).toEqual(['Good to Know', '<dl'])
  })

  it('is there where it is set: questions, as they were written', () => {
    const page = render([asked])
    expect(partsOf(page)).toEqual(['Questions and Answers', '<details'])
    expect(page).toContain('<summary>Do you work &lt;weekends&gt;?</summary>')
    expect(page).toContain('Yes.\nCall us.')
  })

  it('is there where it is set: a button that calls from anywhere, once the number is the own one', () => {
    const page = render([described({ phone: '(09) 555 0100' })])
    expect(partsOf(page)).toEqual(['class="call-bar"'])
    expect(wordsOf(page)).toContain('Call (09) 555 0100')
  })

  it('is there where it is set: what customers said', () => {
    const page = render([
      { type: 'ReviewsSet', data: { reviews: [{ name: 'Ann <L.>', text: 'On time.' }], changedAt } },
    ])
    expect(partsOf(page)).toEqual(['What Customers Say'])
    expect(page).toContain('<blockquote>On time.</blockquote><p>Ann &lt;L.&gt;</p>')
  })

  const logo = { hash: 'a'.repeat(64), width: 512, height: 128 }

  it('is there where it is set: a logo in the place of the plumb bob, as high as it', () => {
    const page = render([{ type: 'LogoSet', data: { from, logo, changedAt } }])
    expect(render()).toContain('class="logo"')
    expect(page).not.toContain('class="logo"')
    expect(page).toContain(`<img src="/api/business/logos/${logo.hash}" width="160" height="40" alt="">`)
    expect(page.replace(/<img[^>]*>/, '').replace(/\s+/g, ' ')).toBe(
      render()
        .replace(/<svg class="logo".*?<\/svg>/s, '')
        .replace(/\s+/g, ' '),
    )
  })

  it('is there where it is set: a color, in both themes and on the dark section', () => {
    const page = render([{ type: 'BrandColorSet', data: { from, color: '#1f4ea8', changedAt } }])
    const { light, dark } = accentsOf('#1f4ea8')
    const style = `<style>:root{--accent:#1f4ea8;--tint:${light.tint};--deep-accent:${dark.accent}}@media screen and (prefers-color-scheme:dark){:root{--accent:${dark.accent};--tint:${dark.tint}}}</style>`
    expect(page.replace(style, '')).toBe(render())
  })

  it('is there where it is set: photos that hold their place and are loaded when they are near', () => {
    const photo = { hash: 'b'.repeat(64), width: 1600, height: 1200, alt: 'A "new" porch' }
    const page = render([{ type: 'PhotosSet', data: { photos: [photo], changedAt } }])
    expect(partsOf(page)).toEqual(['Finished Work', '<img'])
    expect(page).toContain(
      `<img src="/api/business/photos/${photo.hash}" width="1600" height="1200" alt="A &quot;new&quot; porch" loading="lazy" decoding="async">`,
    )
  })

  it('comes after the documented sections and before the last one', () => {
    const page = render([week, asked])
    const places = [
      'services-title',
      'rates-title',
      'expect-title',
      'details-title',
      'questions-title',
      'closing-title',
    ]
    const found = places.map((id) => page.indexOf(`id="${id}"`))
    expect(found).toEqual(found.toSorted((a, b) => a - b))
    expect(found).not.toContain(-1)
  })
})
