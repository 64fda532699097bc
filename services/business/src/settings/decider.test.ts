import { givenEvents } from '@plumbline/platform/testing'
import { describe, it } from 'vitest'
import { defaultServices, type Service } from '../api.ts'
import type { BusinessEvent } from '../events.ts'
import { type BusinessCommand, businessDecider } from './decider.ts'

const now = '2026-11-27T15:00:00.000Z'
const today = '2026-11-27'
const changedAt = now
const business = { name: 'Plumbline Home Services', phone: '(555) 555-0142', tagline: 'Square work' }
const context = { configured: { business } }
const given = (history: BusinessEvent[] = []) => {
  const { when } = givenEvents(businessDecider, history, { id: 1, now })
  return {
    when: (command: Omitted) => when({ ...context, ...command } as BusinessCommand),
  }
}
type Omitted = BusinessCommand extends infer C
  ? C extends unknown
    ? Omit<C, 'configured'> & Partial<typeof context>
    : never
  : never

const described = (data: object, from = today): BusinessEvent => ({
  type: 'BusinessDescribed',
  data: { from, ...data, changedAt },
})

describe('the brand', () => {
  const logo = { hash: 'a'.repeat(64), width: 120, height: 40 }
  const logoSet = (it: typeof logo | null, from = today): BusinessEvent => ({
    type: 'LogoSet',
    data: { from, logo: it, changedAt },
  })
  const colorSet = (color: string | null, from = today): BusinessEvent => ({
    type: 'BrandColorSet',
    data: { from, color, changedAt },
  })

  it('records what is given and different, each by itself', () => {
    given()
      .when({ type: 'ChangeBrand', changes: { logo, color: '#1f4ea8' } })
      .thenEvents([logoSet(logo), colorSet('#1f4ea8')])
    given([logoSet(logo), colorSet('#1f4ea8')])
      .when({ type: 'ChangeBrand', changes: { logo, color: null } })
      .thenEvents([colorSet(null)])
    given()
      .when({ type: 'ChangeBrand', changes: { logo: null, color: null } })
      .thenEvents([])
  })

  it('is compared with what is planned for that day, which is never one that has passed', () => {
    given([logoSet(logo, '2027-01-01')])
      .when({ type: 'ChangeBrand', changes: { from: '2027-02-01', logo: null } })
      .thenEvents([logoSet(null, '2027-02-01')])
    given()
      .when({ type: 'ChangeBrand', changes: { from: '2026-11-26', logo } })
      .thenRefused('The first day cannot be in the past.')
  })
})

describe('the description', () => {
  it('records only what is different, from today on', () => {
    given()
      .when({ type: 'Describe', changes: { name: 'Ann & Sons', phone: business.phone } })
      .thenEvents([described({ name: 'Ann & Sons' })])
  })

  it('records nothing when everything is as it was', () => {
    given()
      .when({ type: 'Describe', changes: { name: business.name } })
      .thenEvents([])
    given([described({ name: 'Ann' })])
      .when({ type: 'Describe', changes: { name: 'Ann' } })
      .thenEvents([])
  })

  it('has the default again, which is recorded only of a field that was set', () => {
    given([described({ name: 'Ann' })])
      .when({ type: 'Describe', changes: { name: null, phone: null } })
      .thenEvents([described({ name: null })])
  })

  it('is compared with what is planned for that day', () => {
    given([described({ name: 'Ann' }, '2027-01-01')])
      .when({ type: 'Describe', changes: { from: '2027-02-01', name: business.name } })
      .thenEvents([described({ name: business.name }, '2027-02-01')])
  })

  it('does not change for a day that has passed', () => {
    given()
      .when({ type: 'Describe', changes: { from: '2026-11-26', name: 'Ann' } })
      .thenRefused('The first day cannot be in the past.')
  })

  it('keeps a field that an environment variable sets', () => {
    const configured = { business, lockedBy: { name: 'BUSINESS_NAME' } }
    given()
      .when({ type: 'Describe', changes: { name: 'Ann' }, configured })
      .thenRefused('The name is set by BUSINESS_NAME on the server, and can be changed only there.')
    given()
      .when({ type: 'Describe', changes: { name: business.name, phone: '1' }, configured })
      .thenEvents([described({ phone: '1' })])
  })
})

describe('the rates', () => {
  it('are recorded in cents, and compared as amounts', () => {
    given()
      .when({ type: 'ChangeRates', changes: { hourlyRate: '80', stepPrice: '37.5' } })
      .thenEvents([{ type: 'RatesSet', data: { from: today, hourCents: 8000, changedAt } }])
  })

  it('can be planned', () => {
    given()
      .when({ type: 'ChangeRates', changes: { from: '2027-01-01', stepMinutes: 15 } })
      .thenEvents([{ type: 'RatesSet', data: { from: '2027-01-01', stepMinutes: 15, changedAt } }])
  })
})

describe('the calendar', () => {
  it('records another time zone', () => {
    given()
      .when({ type: 'ChangeCalendar', changes: { timeZone: 'America/Denver', weekStartsOn: 'sunday' } })
      .thenEvents([{ type: 'TimeZoneSet', data: { from: today, timeZone: 'America/Denver', changedAt } }])
  })
})

describe('the hours of messages', () => {
  const hours = (changes: object): Omitted => ({ type: 'ChangeMessageHours', changes })
  it('record what differs', () => {
    given()
      .when(hours({ quietUntil: '08:00', quietFrom: '18:30' }))
      .thenEvents([{ type: 'MessageHoursSet', data: { quietFrom: '18:30', changedAt } }])
  })

  it.each([
    [{ quietFrom: '08:00' }, 'Messages need a time'],
    [{ quietUntil: '09:15' }, 'Choose a time between these'],
    [{ remindAt: '20:45' }, 'Choose a time between these'],
  ])('are refused where nothing could go out: %j', (changes, message) => {
    given().when(hours(changes)).thenRefused(message)
    given()
      .when(hours({ remindAt: '20:30' }))
      .thenEvents([{ type: 'MessageHoursSet', data: { remindAt: '20:30', changedAt } }])
  })
})

describe('the hours', () => {
  const hours = (weekdays: object): Omitted => ({ type: 'ChangeHours', changes: { weekdays } })
  it('records the weekdays that differ, a day off among them', () => {
    given()
      .when(hours({ monday: { opens: '08:00', closes: '18:00' }, friday: null }))
      .thenEvents([{ type: 'HoursSet', data: { from: today, weekdays: { friday: null }, changedAt } }])
  })

  it('are the same when the store has their keys in another order', () => {
    const stored: BusinessEvent = {
      type: 'HoursSet',
      data: { from: today, weekdays: { friday: { closes: '12:00', opens: '08:00' } }, changedAt },
    }
    given([stored])
      .when(hours({ friday: { opens: '08:00', closes: '12:00' } }))
      .thenEvents([])
  })

  it('record closed days once each, in order', () => {
    given()
      .when({ type: 'ChangeHours', changes: { closedDays: ['2026-12-25', '2026-12-24', '2026-12-25'] } })
      .thenEvents([
        { type: 'HoursSet', data: { from: today, closedDays: ['2026-12-24', '2026-12-25'], changedAt } },
      ])
  })
})

describe('tax', () => {
  const rate = (data: object): BusinessEvent => ({
    type: 'TaxRateSet',
    data: {
      from: today,
      taxRateId: 1,
      name: 'Wake County',
      thousandths: 7375,
      isDefault: true,
      changedAt,
      ...data,
    },
  })
  const form = { name: 'Wake County', percent: '7.375', isDefault: true }

  it('is recorded in thousandths of a percent', () => {
    given()
      .when({ type: 'ChangeTax', form: { rates: [form] } })
      .thenEvents([rate({})])
  })

  it('records a rate that differs or is left out, and gives a new one an id of its own', () => {
    given([rate({}), rate({ taxRateId: 2, name: 'Durham', isDefault: false })])
      .when({
        type: 'ChangeTax',
        form: {
          rates: [
            { ...form, id: 1, percent: '7.5' },
            { name: 'Durham', percent: '7', isDefault: false },
          ],
        },
      })
      .thenEvents([
        { type: 'TaxRateEnded', data: { from: today, taxRateId: 2, changedAt } },
        rate({ thousandths: 7500 }),
        rate({ taxRateId: 3, name: 'Durham', thousandths: 7000, isDefault: false }),
      ])
    given([rate({})])
      .when({ type: 'ChangeTax', form: { rates: [{ ...form, id: 1 }] } })
      .thenEvents([])
  })

  it('above thirty percent has to be confirmed, once', () => {
    const high = { ...form, percent: '30.001' }
    given()
      .when({ type: 'ChangeTax', form: { rates: [high] } })
      .thenRefused('30.001 % is a high tax rate. Confirm that it is meant.')
    given()
      .when({ type: 'ChangeTax', form: { rates: [high], confirmed: true } })
      .thenEvents([rate({ thousandths: 30_001 })])
    given([rate({ thousandths: 30_001 })])
      .when({ type: 'ChangeTax', form: { rates: [{ ...high, id: 1, name: 'Wake' }] } })
      .thenEvents([rate({ thousandths: 30_001, name: 'Wake' })])
    given()
      .when({ type: 'ChangeTax', form: { rates: [{ ...form, percent: '30' }] } })
      .thenEvents([rate({ thousandths: 30_000 })])
  })

  it('of a rate that ended goes on under its id', () => {
    const from = '2027-01-01'
    given([rate({}), { type: 'TaxRateEnded', data: { from, taxRateId: 1, changedAt } }])
      .when({ type: 'ChangeTax', form: { from, rates: [{ ...form, id: 1 }] } })
      .thenEvents([rate({ from })])
  })

  it('of a rate that there is not is refused', () => {
    given()
      .when({ type: 'ChangeTax', form: { rates: [{ ...form, id: 4 }] } })
      .thenRefused('There is no such tax rate.')
  })
})

describe('the services', () => {
  const change = (services: readonly (Omit<Service, 'id'> & { id?: number })[]): Omitted => ({
    type: 'ChangeServices',
    form: { services: services.map((service) => ({ ...service })) },
  })
  const [repairs, painting, ...rest] = defaultServices as [Service, Service, ...Service[]]
  const roofing = { ...repairs, id: undefined, title: 'Roofing' }
  const { id: _, hourlyRate: __, ...fields } = roofing
  const offered: BusinessEvent = {
    type: 'ServiceOffered',
    data: { serviceId: 7, ...fields, hourCents: null, changedAt },
  }

  it('are those that are documented', () => {
    given().when(change(defaultServices)).thenEvents([])
  })

  it('record what was added, changed and retired', () => {
    given()
      .when(change([{ ...repairs, hourlyRate: '90' }, ...rest, roofing]))
      .thenEvents([
        { type: 'ServiceRetired', data: { serviceId: 2, changedAt } },
        { type: 'ServiceChanged', data: { serviceId: 1, hourCents: 9000, changedAt } },
        offered,
      ])
  })

  it('record another order', () => {
    given()
      .when(change([painting, repairs, ...rest]))
      .thenEvents([{ type: 'ServicesOrdered', data: { serviceIds: [2, 1, 3, 4, 5, 6], changedAt } }])
  })

  it('never have the id of another one, be it retired, and can be offered again', () => {
    const retired: BusinessEvent = { type: 'ServiceRetired', data: { serviceId: 7, changedAt } }
    given([offered, retired])
      .when(change([...defaultServices, roofing]))
      .thenEvents([{ type: 'ServiceOffered', data: { ...offered.data, serviceId: 8 } } as BusinessEvent])
    given([offered, retired])
      .when(change([...defaultServices, { ...roofing, id: 7 }]))
      .thenEvents([offered])
    given()
      .when(change([{ ...repairs, id: 7 }]))
      .thenRefused('There is no such service.')
  })
})

describe('the options of the estimate dialog', () => {
  const change = (serviceId: number | null): Omitted => ({
    type: 'ChangeEstimateOptions',
    form: { options: [{ value: 'roof', label: 'Roof', serviceId }] },
  })
  it('are recorded as a whole', () => {
    given()
      .when(change(1))
      .thenEvents([
        {
          type: 'EstimateOptionsSet',
          data: { options: [{ value: 'roof', label: 'Roof', serviceId: 1 }], changedAt },
        },
      ])
  })
  it('lead to services that are offered', () => {
    given().when(change(9)).thenRefused('This service is not offered.')
  })
})

describe('rules of quotes', () => {
  it('record what differs', () => {
    given()
      .when({ type: 'ChangeQuoteRules', changes: { signature: 'required', approvalNeedsDeposit: false } })
      .thenEvents([{ type: 'QuoteRulesSet', data: { signature: 'required', changedAt } }])
    given()
      .when({ type: 'ChangeQuoteRules', changes: { signature: 'optional', maxDepositPercent: null } })
      .thenEvents([])
    const cap = { maxDepositPercent: '10', maxDepositAmount: '1000' }
    given()
      .when({ type: 'ChangeQuoteRules', changes: cap })
      .thenEvents([{ type: 'QuoteRulesSet', data: { ...cap, changedAt } }])
  })
})

describe('payment', () => {
  it('records what differs', () => {
    given()
      .when({ type: 'ChangePayment', changes: { daysUntilDue: 14 } })
      .thenEvents([{ type: 'PaymentTermsSet', data: { daysUntilDue: 14, changedAt } }])
    given()
      .when({ type: 'ChangePayment', changes: { daysUntilDue: 0 } })
      .thenEvents([])
  })
})
