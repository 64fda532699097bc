import {
  type Business,
  defaultEstimateOptions,
  defaultRates,
  defaultServices,
  type Service,
} from '@plumbline/business/api'
import { serviceTypes } from '@plumbline/scheduling/api'
import { describe, expect, it } from 'vitest'
import { minimumHint, startValues, titleChoices, titleInForm, titleOfLead } from './offer.ts'

const nothingSet = {
  set: [],
  services: [...defaultServices],
  estimateOptions: [...defaultEstimateOptions],
  rates: defaultRates,
} satisfies Partial<Business>
const roofing = {
  ...(defaultServices[0] as Service),
  id: 7,
  title: 'Roofing',
  durationMinutes: 135,
  hourlyRate: '92.50',
}
const set = {
  set: ['services', 'rates'],
  services: [{ ...(defaultServices[1] as Service), title: 'Painting' }, roofing],
  estimateOptions: [{ value: 'roofs', label: 'Roofs', serviceId: 7 }],
  rates: { ...defaultRates, hourlyRate: '80.00', minimumMinutes: 90 },
}

describe.each([
  ['before the settings are there', undefined],
  ['with nothing set', nothingSet],
])('%s everything is as documented', (_, offer) => {
  it('titles, hours, rate and the minimum', () => {
    expect(titleChoices(offer)).toEqual([...serviceTypes])
    expect(startValues('', offer)).toEqual({ hours: '1', rate: '75' })
    expect(startValues('Painting & Finishing', offer)).toEqual({ hours: '1', rate: '75' })
    expect(minimumHint(0.5, offer)).toBe('The minimum charge is one hour ($75).')
    expect(minimumHint(1, offer)).toBe(null)
    expect(minimumHint(Number.NaN, offer)).toBe(null)
  })

  it.each([
    ['Grounds Maintenance', 'Grounds Maintenance'],
    ['Electrical Work', 'General Repairs'],
    ['Plumbing Repair', 'General Repairs'],
  ])('the title %s is shown as %s', (title, shown) => {
    expect(titleInForm(title, offer)).toBe(shown)
  })

  it.each([
    ['painting', 'Painting & Finishing'],
    ['installation', 'Installation Services'],
    ['plumbing', 'General Repairs'],
    ['other', 'General Repairs'],
    [null, null],
  ])('a lead for %s is scheduled as %s', (service, title) => {
    expect(titleOfLead(service, offer)).toBe(title)
  })
})

describe('with services that are set', () => {
  it('a title of before stays, and can be chosen', () => {
    expect(titleInForm('Painting & Finishing', set)).toBe('Painting & Finishing')
    expect(titleChoices(set, 'Painting & Finishing')).toEqual(['Painting', 'Roofing', 'Painting & Finishing'])
    expect(titleChoices(set, 'Roofing')).toEqual(['Painting', 'Roofing'])
  })

  it('a service has its own duration, up to the next half hour, and its rate or that of the business', () => {
    expect(startValues('Roofing', set)).toEqual({ hours: '2.5', rate: '92.5' })
    expect(startValues('Painting', set)).toEqual({ hours: '1', rate: '80' })
  })

  it('a lead is scheduled as the service of its option, or else the first', () => {
    expect(titleOfLead('roofs', set)).toBe('Roofing')
    expect(titleOfLead('plumbing', set)).toBe('Painting')
  })

  it('the minimum is that of the business', () => {
    expect(minimumHint(1, set)).toBe('The minimum charge is 1.5 hours ($120).')
  })
})
