import { startServiceForTest } from '@plumbline/platform/testing'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Business, defaultQuoteRules, defaultServices } from '../api.ts'
import { business } from '../service.ts'
import { type BusinessTest, configured } from '../testing.ts'

let test: BusinessTest
beforeEach(async () => {
  test = await startServiceForTest(business, { settings: configured })
})
afterEach(() => test.stop())

const read = async () => (await test.call<Business>('GET', '/api/business')).json
const change = (method: string, section: string, body: object, headers?: Record<string, string>) =>
  test.call<Business>(method, `/api/business/${section}`, { body, headers })
const describeAs = (body: object, headers?: Record<string, string>) =>
  change('PATCH', 'description', body, headers)
/** The message at each field of a refused change. */
async function errorsOf(method: string, section: string, body: object) {
  const { status, text } = await change(method, section, body, { accept: 'application/problem+json' })
  return { status, errors: JSON.parse(text).errors }
}

describe('GET /api/business', () => {
  it('answers the documented settings while nothing is set', async () => {
    expect(await read()).toEqual({
      description: { ...configured.business, address: '', website: '', license: '', headline: '', trade: '' },
      brand: { logo: null, color: null },
      calendar: { timeZone: 'America/New_York', weekStartsOn: 'sunday' },
      services: defaultServices,
      estimateOptions: [
        { value: 'general-repair', label: 'General Repairs', serviceId: 1 },
        { value: 'painting', label: 'Painting & Finishing', serviceId: 2 },
        { value: 'installation', label: 'Installation Services', serviceId: 3 },
        { value: 'plumbing', label: 'Plumbing', serviceId: 1 },
        { value: 'electrical', label: 'Electrical', serviceId: 1 },
        { value: 'other', label: 'Other', serviceId: 1 },
      ],
      rates: { hourlyRate: '75.00', minimumMinutes: 60, stepMinutes: 30, stepPrice: '37.50' },
      tax: { rates: [] },
      messages: { quietUntil: '08:00', quietFrom: '21:00', remindAt: '09:00' },
      payment: {
        terms:
          'Payment is due in full on completion. Non-payment may lead to a property lien under state law.',
        methods: ['cash', 'zelle', 'cashapp', 'venmo', 'credit_card'],
        daysUntilDue: 0,
      },
      quotes: defaultQuoteRules,
      hours: {
        weekdays: {
          sunday: null,
          monday: { opens: '08:00', closes: '18:00' },
          tuesday: { opens: '08:00', closes: '18:00' },
          wednesday: { opens: '08:00', closes: '18:00' },
          thursday: { opens: '08:00', closes: '18:00' },
          friday: { opens: '08:00', closes: '18:00' },
          saturday: null,
        },
        closedDays: [],
      },
      texts: { words: {}, signature: '', reviewLink: '' },
      landing: { questions: [], reviews: [], photos: [] },
      set: [],
      locked: {},
      planned: [],
      changed: {},
      warnings: {},
    })
  })

  it('is answered 304 until something changes, a day begins or operators configure something else', async () => {
    const { headers } = await test.send('GET', '/api/business')
    const etag = headers.get('etag') ?? ''
    const again = () => test.send('GET', '/api/business', { headers: { 'if-none-match': etag } })
    expect((await again()).status).toBe(304)
    await describeAs({ from: '2026-11-22', name: 'Ann & Sons' })
    const planned = (await again()).headers.get('etag') ?? ''
    expect(planned).not.toBe(etag)
    test.clock.now = new Date('2026-11-22T15:00:00Z')
    expect((await test.send('GET', '/api/business')).headers.get('etag')).not.toBe(planned)
  })

  it('needs a session', async () => {
    expect((await test.call('GET', '/api/business', { caller: { user: null } })).status).toBe(401)
    const patch = { body: { name: 'Ann' }, caller: { user: null } }
    expect((await test.call('PATCH', '/api/business/description', patch)).status).toBe(401)
    expect((await read()).description.name).toBe(configured.business.name)
  })
})

describe('a change', () => {
  it('is answered with all settings, what is set, and who set it', async () => {
    const { status, json, headers } = await describeAs({ name: ' Ann & Sons ', area: 'Cary' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      description: { name: 'Ann & Sons', area: 'Cary', tagline: '', phone: '(555) 555-0142', founded: '' },
      set: ['description.name', 'description.area'],
      changed: { description: { at: '2026-11-21T15:00:00.000Z', by: 'owner' } },
    })
    const after = await test.send('GET', '/api/business')
    expect(await after.json()).toEqual(json)
    expect(after.headers.get('etag')).toBe(headers.get('etag'))
  })

  it('of every part is stored', async () => {
    await change('PATCH', 'calendar', { timeZone: 'Pacific/Auckland', weekStartsOn: 'monday' })
    await change('PATCH', 'rates', { hourlyRate: '82.5', stepMinutes: 15, stepPrice: '20.63' })
    await change('PUT', 'tax', { rates: [{ name: 'Wake County', percent: '7.375', isDefault: true }] })
    await change('PATCH', 'payment', { terms: 'Due in two weeks.', methods: ['cash'], daysUntilDue: 14 })
    await change('PATCH', 'quotes', { signature: 'required' })
    await change('PATCH', 'hours', { weekdays: { saturday: { opens: '09:00', closes: '12:00' } } })
    await change('PUT', 'services', {
      services: [{ ...defaultServices[1], title: 'Painting' }, { title: 'Roofing' }],
    })
    await change('PUT', 'estimate-options', {
      options: [{ value: 'roofing', label: 'Roofing', serviceId: 7 }],
    })
    const questions = [{ question: 'Do you work weekends?', answer: 'On Saturdays.' }]
    const reviews = [{ name: 'Ann L.', text: 'On time.' }]
    await change('PUT', 'landing', { questions })
    await change('PUT', 'landing', { reviews })
    const settings = await read()
    expect(settings).toMatchObject({
      landing: { questions, reviews },
      calendar: { timeZone: 'Pacific/Auckland', weekStartsOn: 'monday' },
      rates: { hourlyRate: '82.50', minimumMinutes: 60, stepMinutes: 15, stepPrice: '20.63' },
      tax: { rates: [{ id: 1, name: 'Wake County', percent: '7.375', isDefault: true }] },
      payment: { terms: 'Due in two weeks.', methods: ['cash'], daysUntilDue: 14 },
      quotes: { ...defaultQuoteRules, signature: 'required' },
      hours: {
        weekdays: {
          friday: { opens: '08:00', closes: '18:00' },
          saturday: { opens: '09:00', closes: '12:00' },
        },
      },
      estimateOptions: [{ value: 'roofing', label: 'Roofing', serviceId: 7 }],
    })
    expect(settings.services).toEqual([
      { ...defaultServices[1], title: 'Painting' },
      {
        id: 7,
        title: 'Roofing',
        blurb: '',
        bullets: [],
        icon: 'hammer',
        durationMinutes: 60,
        hourlyRate: null,
        onLandingPage: true,
        taxable: true,
      },
    ])
    expect(settings.set).toEqual([
      'calendar',
      'services',
      'estimateOptions',
      'rates',
      'tax',
      'payment',
      'quotes',
      'hours',
      'landing',
    ])
  })

  it('that is repeated stores nothing, whatever order the store has keys in', async () => {
    const all: [string, string, object][] = [
      ['PATCH', 'hours', { weekdays: { monday: { opens: '07:00', closes: '12:00' } } }],
      ['PUT', 'estimate-options', { options: [{ value: 'a', label: 'A', serviceId: 1 }] }],
      ['PUT', 'services', { services: [{ ...defaultServices[0], bullets: ['One'], hourlyRate: '80' }] }],
    ]
    for (const each of all) await change(...each)
    const position = await test.position()
    for (const each of all) expect((await change(...each)).status).toBe(200)
    expect(await test.position()).toBe(position)
  })

  it('can be planned, and is so from its first day on', async () => {
    const { json } = await change('PATCH', 'rates', { from: '2026-12-01', hourlyRate: '80' })
    expect(json.rates.hourlyRate).toBe('75.00')
    expect(json.set).toEqual([])
    expect(json.planned).toMatchObject([
      { from: '2026-12-01', sections: ['rates'], settings: { rates: { hourlyRate: '80.00' } } },
    ])
    // four in the morning in London, and still November where the business is
    test.clock.now = new Date('2026-12-01T04:59:00Z')
    expect((await read()).rates.hourlyRate).toBe('75.00')
    test.clock.now = new Date('2026-12-01T05:00:00Z')
    expect(await read()).toMatchObject({ rates: { hourlyRate: '80.00' }, planned: [], set: ['rates'] })
  })

  it('for an earlier version is refused, and one for the version that is there is not', async () => {
    const etag = (await test.send('GET', '/api/business')).headers.get('etag') ?? ''
    expect((await describeAs({ name: 'Ann' }, { 'if-match': etag })).status).toBe(200)
    expect((await describeAs({ name: 'Bob' }, { 'if-match': etag })).status).toBe(412)
    expect((await change('PATCH', 'rates', { hourlyRate: '80' }, { 'if-match': etag })).status).toBe(412)
    const now = (await test.send('GET', '/api/business')).headers.get('etag') ?? ''
    expect((await describeAs({ name: 'Bob' }, { 'if-match': now })).status).toBe(200)
  })

  it('of a phone number that cannot be called is stored with a warning', async () => {
    const { status, json } = await describeAs({ phone: 'ask Ann' })
    expect(status).toBe(200)
    expect(json.warnings).toEqual({
      'description.phone': 'This does not look like a number that can be called.',
    })
    expect((await describeAs({ phone: '+64 9 555 0100' })).json.warnings).toEqual({})
  })
})

describe('a field that an environment variable sets', () => {
  it('is shown with the variable, and cannot be changed', async () => {
    await test.stop()
    test = await startServiceForTest(business, {
      // operators can also set what is no part of the settings
      settings: { ...configured, lockedBy: { name: 'BUSINESS_NAME', rating: 'BUSINESS_RATING' } as object },
    })
    expect((await read()).locked).toEqual({ 'description.name': 'BUSINESS_NAME' })
    expect(await errorsOf('PATCH', 'description', { name: 'Ann', area: 'Cary' })).toEqual({
      status: 409,
      errors: { name: 'The name is set by BUSINESS_NAME on the server, and can be changed only there.' },
    })
    expect((await read()).description.area).toBe(configured.business.area)
    expect((await describeAs({ name: configured.business.name, area: 'Cary' })).status).toBe(200)
  })
})

describe('bad input is refused with a sentence at its field', () => {
  const monday = { opens: '18:00', closes: '08:00' }
  const service = defaultServices[0]
  const option = { value: 'a', label: 'A', serviceId: null }
  const rate = { name: 'Wake', percent: '7', isDefault: true }
  it.each<[string, string, object, string, string]>([
    [
      'PATCH',
      'calendar',
      { timeZone: 'America/Raleigh' },
      'timeZone',
      'There is no such time zone. Choose one such as America/New_York',
    ],
    [
      'PUT',
      'landing',
      {
        questions: [
          { question: 'When?', answer: 'Soon.' },
          { question: 'when?', answer: 'Later.' },
        ],
      },
      'questions.1.question',
      'This question is in the list twice',
    ],
    [
      'PUT',
      'landing',
      { questions: [{ question: 'When?', answer: ' ' }] },
      'questions.0.answer',
      'Please enter an answer',
    ],
    [
      'PATCH',
      'calendar',
      { timeZone: '+05:00' },
      'timeZone',
      'There is no such time zone. Choose one such as America/New_York',
    ],
    ['PATCH', 'hours', { weekdays: { monday } }, 'weekdays.monday.closes', 'The day ends before it begins'],
    [
      'PATCH',
      'hours',
      { weekdays: { monday: { opens: '8', closes: '18:00' } } },
      'weekdays.monday.opens',
      'Please enter a time such as 08:00',
    ],
    ['PATCH', 'hours', { closedDays: ['2026-02-30'] }, 'closedDays.0', 'Please enter a date'],
    [
      'PUT',
      'services',
      { services: [service, { title: 'general repairs ' }] },
      'services.1.title',
      'Another service has this name',
    ],
    [
      'PUT',
      'services',
      { services: [service, service] },
      'services.1.title',
      'Another service has this name',
    ],
    ['PUT', 'services', { services: [{ title: ' ' }] }, 'services.0.title', 'Please enter a name'],
    ['PUT', 'services', { services: [] }, 'services', 'Please offer a service'],
    ['PUT', 'services', { services: [{ id: 9, title: 'A' }] }, 'services.0.id', 'There is no such service.'],
    [
      'PUT',
      'estimate-options',
      { options: [option, { ...option, label: 'B' }] },
      'options.1.value',
      'Another option has this value',
    ],
    [
      'PUT',
      'estimate-options',
      { options: [{ ...option, serviceId: 7 }] },
      'options.0.serviceId',
      'This service is not offered.',
    ],
    [
      'PUT',
      'tax',
      { rates: [{ ...rate, percent: '31' }] },
      'rates.0.percent',
      '31 % is a high tax rate. Confirm that it is meant.',
    ],
    [
      'PUT',
      'tax',
      { rates: [{ ...rate, percent: '101' }] },
      'rates.0.percent',
      'A percentage is at most 100',
    ],
    [
      'PUT',
      'tax',
      { rates: [{ ...rate, percent: '7.3751' }] },
      'rates.0.percent',
      'Please enter a percentage with at most three decimals, such as 7.375',
    ],
    [
      'PUT',
      'tax',
      { rates: [rate, { ...rate, name: 'Durham' }] },
      'rates.1.isDefault',
      'Only one can be the default',
    ],
    ['PATCH', 'rates', { hourlyRate: '0' }, 'hourlyRate', 'The amount must be more than 0'],
    ['PATCH', 'rates', { from: '2026-11-20' }, 'from', 'The first day cannot be in the past.'],
    ['PATCH', 'payment', { methods: [] }, 'methods', 'Please choose how people can pay'],
    [
      'PATCH',
      'texts',
      { words: { 'cancellation.sms': 'Hi {firstName}' } },
      'words.cancellation.sms',
      '{time} is missing: customers need to know the day and time of the appointment.',
    ],
    [
      'PATCH',
      'texts',
      { reviewLink: 'http://example.com' },
      'reviewLink',
      'Please enter an address such as https://example.com/review',
    ],
    ['PATCH', 'description', { name: ' ' }, 'name', 'Please enter a name'],
    ['PATCH', 'description', { email: 'ann' }, 'email', 'Please enter a valid email address'],
    [
      'PATCH',
      'description',
      { website: 'javascript:alert(1)' },
      'website',
      'Please enter an address such as https://example.com',
    ],
  ])('%s %s %j', async (method, section, body, field, message) => {
    expect(await errorsOf(method, section, body)).toEqual({ status: 400, errors: { [field]: message } })
    expect((await read()).set).toEqual([])
  })

  it('and a high tax rate that is confirmed is stored', async () => {
    const { json } = await change('PUT', 'tax', { rates: [{ ...rate, percent: '31' }], confirmed: true })
    expect(json.tax.rates).toEqual([{ id: 1, ...rate, percent: '31' }])
  })
})

describe('PATCH /api/business/texts', () => {
  it('keeps what is left out, and null is the standard again', async () => {
    await change('PATCH', 'texts', {
      words: { 'cancellation.sms': 'No visit on {time}', 'thankYou.email': 'Thanks!' },
      signature: 'Ann, {phone}',
    })
    const { json } = await change('PATCH', 'texts', {
      words: { 'thankYou.email': null },
      reviewLink: 'https://reviews.example/us',
    })
    expect(json.texts).toEqual({
      words: { 'cancellation.sms': 'No visit on {time}' },
      signature: 'Ann, {phone}',
      reviewLink: 'https://reviews.example/us',
    })
    expect(json.set).toEqual(['texts'])
    const again = await change('PATCH', 'texts', {
      words: { 'thankYou.email': null },
      signature: 'Ann, {phone}',
    })
    expect(again.json.changed).toEqual(json.changed)
    expect((await change('PATCH', 'texts', { signature: null, reviewLink: null })).json.texts).toEqual({
      words: { 'cancellation.sms': 'No visit on {time}' },
      signature: '',
      reviewLink: '',
    })
  })
})
